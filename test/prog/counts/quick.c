// Quicksort with the last as pivot; sorted on every path, and N! of them.
// RUN: run --size 3
// EXPECT: finished 6
// RUN: run --size 4 --search random
// EXPECT: finished 24
#include <assert.h>
#include <nadir.h>

static void sort(int *a, int n) {
  if (n < 2) return;
  int k = 0;
  for (int i = 0; i < n; i++)
    if (i == n - 1 || a[i] < a[n - 1]) {
      int x = a[i];
      a[i] = a[k];
      a[k++] = x;
    }
  sort(a, k - 1);
  sort(a + k, n - k);
}

int main(void) {
  int a[8], n = (int)nadir_size();
  nadir_symbolic(a, n * sizeof *a, "a");
  sort(a, n);
  for (int i = 1; i < n; i++) assert(a[i - 1] <= a[i]);
  return 0;
}
