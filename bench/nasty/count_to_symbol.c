/* Counts to a symbol of 64 bits. */
#include <nadir.h>
int main(void) {
  unsigned long x, i = 0;
  nadir_symbolic(&x, sizeof x, "x");
  while (i < x) i++;
  return i == 3;
}
