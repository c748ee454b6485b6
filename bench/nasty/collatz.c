/* Collatz of a symbol of 64 bits. */
#include <nadir.h>
int main(void) {
  unsigned long x, n = 0;
  nadir_symbolic(&x, sizeof x, "x");
  while (x > 1) x = x & 1 ? 3 * x + 1 : x / 2, n++;
  return n > 1000;
}
