// The i-th insertion into a binary heap rises 0 to floor(log2 i) places: the product of their
// numbers, 1 2 2 3 3 3 3 4, whatever the searcher.
// RUN: run --size 5
// EXPECT: finished 36
// RUN: run --size 7
// EXPECT: finished 324
// RUN: run --size 7 --search bfs
// EXPECT: finished 324
// RUN: run --size 7 --search random-path
// EXPECT: finished 324
// RUN: run --size 8 --search random
// EXPECT: finished 1296
#include <nadir.h>

int main(void) {
  int heap[17], n = (int)nadir_size();
  for (int i = 1; i <= n; i++) {
    int x, at = i;
    nadir_symbolic(&x, sizeof x, "x");
    for (; at > 1 && heap[at / 2] > x; at /= 2) heap[at] = heap[at / 2];
    heap[at] = x;
  }
  return 0;
}
