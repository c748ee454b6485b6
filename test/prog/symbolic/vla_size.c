// An array of symbolic length on the stack, filled to its end on each path.
// RUN: run
// EXPECT: finished 5
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>

int main(void) {
  unsigned n;
  nadir_symbolic(&n, sizeof n, "n");
  nadir_assume(n > 0 & n < 6);
  int a[n], sum = 0;
  for (unsigned i = 0; i < n; i++) a[i] = (int)i;
  for (unsigned i = 0; i < n; i++) sum += a[i];
  assert(sum == (int)(n * (n - 1) / 2) && sizeof a == 4 * n);
  return 0;
}
