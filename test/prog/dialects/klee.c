// The main functions of klee.h.
// RUN: run
// EXPECT: finished 3
// EXPECT: quiet-exit 1
// EXPECT: error 2
// EXPECT: native differs
#include <klee/klee.h>

int main(void) {
  int x, y = klee_range(0, 10, "y");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x >= 0 & x < 5);
  klee_prefer_cex(&x, x > 2);
  if (!klee_is_symbolic(x)) return 9; // natively nothing is
  if (x == 4) klee_silent_exit(0);
  if (x == 3) klee_report_error(__FILE__, __LINE__, "three", "user.err"); // ERROR: reported
  if (y == 10) return 8;
  klee_assert(y != 9); // ERROR: assert
  if (y > 3) return 1;
  return x > 1 ? 2 : 3;
}
