// Each of N bits is asked once: 2^N paths.  Asked twice, the second time is forced.
// RUN: run --size 4
// EXPECT: finished 16
// RUN: run --size 8 --search random-path
// EXPECT: finished 256
// RUN: run --size 8 --search bfs --max-states 10
// EXPECT: finished 256
// EXPECT: parked
#include <nadir.h>

int main(void) {
  unsigned x, n = (unsigned)nadir_size(), ones = 0, again = 0;
  nadir_symbolic(&x, sizeof x, "x");
  for (unsigned i = 0; i < n; i++)
    if (x >> i & 1) ones++;
  for (unsigned i = 0; i < n; i++)
    if (x & 1u << i) again++;
  return ones != again;
}
