/* Each of 10,000 places may be an error, on each path. */
#include <nadir.h>
#define R10(x) x x x x x x x x x x
#define R100(x) R10(R10(x))
#define R1000(x) R10(R100(x))
#define R10000(x) R10(R1000(x))

int main(void) {
  unsigned v[16], n = 0;
  int a[8] = {0};
  nadir_symbolic(v, sizeof v, "v");
  for (;;) {
    R100(a[v[n & 15] & 15] += 1; n += 3; n += 100 / (v[n & 15] & 7);)
  }
}
