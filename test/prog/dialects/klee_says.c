// What KLEE's programs say about themselves is the program's output.
// RUN: run --output
// EXPECT: finished 1
#include <klee/klee.h>

int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_warning("careful");
  klee_print_expr("sum", x + 1, 7);
  klee_print_range("x", x);
  klee_prefer_cex(&x, x == 3);
  klee_set_forking(1);
  return 0;
}
