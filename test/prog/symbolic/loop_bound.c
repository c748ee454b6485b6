// A loop bounded by a symbol: one path for each number of rounds; the sum is known on each.
// RUN: run
// EXPECT: finished 11
// RUN: run --search random --seed 9
// EXPECT: finished 11
// RUN: run --max-depth 5
// EXPECT: finished 4
// EXPECT: budget 2
#include <assert.h>
#include <nadir.h>

int main(void) {
  unsigned n, sum = 0;
  nadir_symbolic(&n, sizeof n, "n");
  nadir_assume(n <= 10);
  for (unsigned i = 1; i <= n; i++) sum += i;
  assert(2 * sum == n * (n + 1));
  return 0;
}
