/* Blocks nested 200 deep, each below an if. */
#include <nadir.h>
#define B1(x) if (v[n++ & 7] != k) { k += 3; x }
#define B10(x) B1(B1(B1(B1(B1(B1(B1(B1(B1(B1(x))))))))))
int main(void) {
  unsigned char v[8];
  unsigned n = 0, k = 1;
  nadir_symbolic(v, sizeof v, "v");
  B10(B10(k = 0;))
  return k == 0;
}
