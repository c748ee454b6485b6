/* Stores through a symbolic pointer into 100,000 ints, 1,000 times. */
#include <nadir.h>
static int a[100000];
int main(void) {
  unsigned v[100];
  nadir_symbolic(v, sizeof v, "v");
  for (int i = 0; i < 1000; i++) a[(v[i % 100] + (unsigned)i) % 100000] += i;
  return a[v[0] % 100000] == 77;
}
