// A symbolic size stays a symbol: one object, whatever its size is.
// RUN: run
// EXPECT: finished 1
// EXPECT: error 0
#include <nadir.h>
#include <stdlib.h>

int main(void) {
  unsigned char n;
  nadir_symbolic(&n, sizeof n, "n");
  char *p = malloc((n & 7) + 1);
  p[n & 7] = 1;
  return p[n & 7] == 2;
}
