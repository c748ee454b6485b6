// abs, div, rand with its seed, exit through atexit.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  volatile int x = -17;
  div_t d = div(x, 5);
  ldiv_t l = ldiv(-100000000000, 7);
  printf("%d %ld %lld\n", abs(x), labs(x), llabs(-5000000000));
  printf("%d %d %ld %ld\n", d.quot, d.rem, l.quot, l.rem);
  srand(42);
  int a = rand(), b = rand();
  srand(42);
  printf("%d %d %d\n", a == rand(), b == rand(), a >= 0 && a <= RAND_MAX);
  printf("%d\n", getenv("NADIR_NO_SUCH_VARIABLE") == NULL);
  exit(0);
}
