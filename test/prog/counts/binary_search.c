// Binary search for a symbol in N numbers: N ways to find it, N + 1 not to.
// RUN: run --size 1
// EXPECT: finished 3
// RUN: run --size 7
// EXPECT: finished 15
// RUN: run --size 100 --search bfs
// EXPECT: finished 201
#include <nadir.h>

int main(void) {
  int a[128], x, low = 0, high = (int)nadir_size();
  for (int i = 0; i < high; i++) a[i] = 3 * i;
  nadir_symbolic(&x, sizeof x, "x");
  while (low < high) {
    int middle = (low + high) / 2;
    if (a[middle] == x) return 1;
    if (a[middle] < x) low = middle + 1;
    else high = middle;
  }
  return 0;
}
