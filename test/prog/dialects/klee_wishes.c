// klee_prefer_cex decides which test a path gets, klee_set_forking how many paths there are.
// RUN: run --output
// EXPECT: finished 0
// EXPECT: pruned 1
// EXPECT: text 5 bytes behind
// EXPECT: output x: 3 to 9
// EXPECT: output y: 4
// EXPECT: ledger the program turned forking off
#include <klee/klee.h>

static void deep(void) {
  klee_stack_trace();
}

int main(void) {
  int x = klee_range(3, 10, "x"), n = 0;
  klee_prefer_cex(&x, x == 1);
  klee_prefer_cex(&x, x == 7);
  klee_print_range("x", x);
  klee_print_range("y", 4);
  klee_set_forking(0);
  if (x > 4) n++;
  klee_set_forking(1);
  if (x < 8) n++;
  deep();
  char a[2] = {0};
  return a[x] + n; // ERROR: read-bounds
}
