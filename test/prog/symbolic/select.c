// Conditional expressions are branches at -O0, as written, and the same one is forced the second
// time; the optimiser makes selects of them.
// RUN: run
// EXPECT: finished 2
// RUN: run -O2
// EXPECT: finished 1
#include <nadir.h>

int main(void) {
  int a, b, c;
  nadir_symbolic(&a, sizeof a, "a");
  nadir_symbolic(&b, sizeof b, "b");
  nadir_symbolic(&c, sizeof c, "c");
  int low = a < b ? a : b;
  return low != (a < b ? a : b) ? c : 0;
}
