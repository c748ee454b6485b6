// Insertion sort has N! paths: for every N, every searcher, every optimisation.
// RUN: run --size 2
// EXPECT: finished 2
// RUN: run --size 3 --search bfs
// EXPECT: finished 6
// RUN: run --size 4 -O2
// EXPECT: finished 24
// RUN: run --size 5 --search random-path --seed 5
// EXPECT: finished 120
// RUN: run --size 6
// EXPECT: finished 720
// RUN: run --size 6 --search random --max-states 50
// EXPECT: finished 720
// EXPECT: parked
#include <nadir.h>

int main(void) {
  long a[8];
  int n = (int)nadir_size();
  nadir_symbolic(a, n * sizeof *a, "a");
  for (int i = 1; i < n; i++)
    for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
      long x = a[j];
      a[j] = a[j - 1];
      a[j - 1] = x;
    }
  return 0;
}
