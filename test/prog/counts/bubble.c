// Bubble sort with the early end: the comparisons decide the permutation, so N! paths.
// RUN: run --size 2
// EXPECT: finished 2
// RUN: run --size 4
// EXPECT: finished 24
// RUN: run --size 5 --search random --seed 7
// EXPECT: finished 120
#include <nadir.h>
#include <stdbool.h>

int main(void) {
  int a[8], n = (int)nadir_size();
  nadir_symbolic(a, n * sizeof *a, "a");
  for (bool swapped = true; swapped; n--) {
    swapped = false;
    for (int i = 1; i < n; i++)
      if (a[i - 1] > a[i]) {
        int x = a[i];
        a[i] = a[i - 1];
        a[i - 1] = x;
        swapped = true;
      }
  }
  return 0;
}
