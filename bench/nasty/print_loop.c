/* Prints symbols for ever. */
#include <nadir.h>
#include <stdio.h>
int main(void) {
  int x;
  nadir_symbolic(&x, sizeof x, "x");
  for (;;) printf("%d %x %s\n", x, x ^ 5, x > 3 ? "more" : "less");
}
