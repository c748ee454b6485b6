/* A recursion of a million levels, with a symbol in each frame. */
#include <nadir.h>
static unsigned f(unsigned n, unsigned x) { return n ? f(n - 1, x + n) + 1 : x; }
int main(void) {
  unsigned x;
  nadir_symbolic(&x, sizeof x, "x");
  return f(1000000, x) == 17;
}
