/* Adds a symbol to a symbol for ever: the error is beside an endless loop. */
#include <nadir.h>
int main(void) {
  int x, c;
  nadir_symbolic(&x, sizeof x, "x");
  nadir_symbolic(&c, sizeof c, "c");
  while (x >= 0) x = x + c;
  return 0;
}
