// klee_assert beside assert.h, in either order, and where assert is switched off.
// RUN: run
// RUN: run -D BEFORE
// RUN: run -D NDEBUG
#ifdef BEFORE
#include <assert.h>
#endif
#include <klee/klee.h>

#include <assert.h>

int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  assert(x == x);
  klee_assert(x != 7); // ERROR: assert
  return 0;
}
