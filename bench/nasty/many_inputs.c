/* Asks for a new input in each round, for ever. */
#include <nadir.h>
int main(void) {
  unsigned s = 0;
  for (;;) {
    unsigned x;
    nadir_symbolic(&x, sizeof x, "x");
    if (x > s) s = x;
  }
}
