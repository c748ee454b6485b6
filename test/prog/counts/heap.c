// The k-th push rises by 0 to floor(log2 k) places: 1 * 2 * 2 * 3 * 3 * 3 paths.
// RUN: run --size 6
// EXPECT: finished 108
#include <nadir.h>

int main(void) {
  int a[16], heap[16], n = (int)nadir_size();
  nadir_symbolic(a, n * sizeof *a, "a");
  for (int i = 0; i < n; i++) {
    int at = i;
    while (at && a[i] < heap[(at - 1) / 2]) {
      heap[at] = heap[(at - 1) / 2];
      at = (at - 1) / 2;
    }
    heap[at] = a[i];
  }
  return 0;
}
