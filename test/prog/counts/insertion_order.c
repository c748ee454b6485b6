// N! paths, whatever the order of exploration and however few states stay in memory.
// RUN: run --size 4
// EXPECT: finished 24
// RUN: run --size 4 --search bfs
// EXPECT: finished 24
// RUN: run --size 4 --search random --seed 3
// EXPECT: finished 24
// RUN: run --size 4 --search random-path
// EXPECT: finished 24
// RUN: run --size 5 --search bfs --max-states 4
// EXPECT: finished 120
// EXPECT: parked
// RUN: run --size 3 -O1
// EXPECT: finished 6
#include <assert.h>
#include <nadir.h>

int main(void) {
  int a[16], n = (int)nadir_size();
  nadir_symbolic(a, n * sizeof *a, "a");
  for (int i = 1; i < n; i++) {
    int x = a[i], j = i;
    while (j > 0 && a[j - 1] > x) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = x;
  }
  for (int i = 1; i < n; i++) assert(a[i - 1] <= a[i]);
  return 0;
}
