// A symbolic size is split into its values.
// RUN: run
// EXPECT: finished 8
// RUN: run --max-values 3
// EXPECT: finished 3
// EXPECT: bound 1
#include <nadir.h>
#include <stdlib.h>

int main(void) {
  unsigned char n;
  nadir_symbolic(&n, sizeof n, "n");
  char *p = malloc((n & 7) + 1);
  p[n & 7] = 1;
  return p[0];
}
