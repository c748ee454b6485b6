// Printing a symbol shows one of its values and does not bind it: both sides stay open.
// RUN: run --output
// EXPECT: finished 2
// EXPECT: output end
#include <nadir.h>
#include <stdio.h>

int main(void) {
  unsigned char x;
  nadir_symbolic(&x, sizeof x, "x");
  printf("x is %d or %c\n", x, x);
  puts("end");
  return x > 100 ? 1 : 0;
}
