// Boyer and Moore's majority vote: each element after the first meets a count of zero, which is
// concrete, or compares with the candidate.  Paths by hand: 1, 2, 3, 6 for 1 to 4 elements.
// RUN: run --size 1
// EXPECT: finished 1
// RUN: run --size 2
// EXPECT: finished 2
// RUN: run --size 3
// EXPECT: finished 3
// RUN: run --size 4
// EXPECT: finished 6
// RUN: run --size 4 --search bfs
// EXPECT: finished 6
#include <nadir.h>

int main(void) {
  int a[8], n = (int)nadir_size(), candidate = 0, count = 0;
  nadir_symbolic(a, n * sizeof *a, "a");
  for (int i = 0; i < n; i++) {
    if (!count) candidate = a[i];
    count += !count || a[i] == candidate ? 1 : -1;
  }
  return count;
}
