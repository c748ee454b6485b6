// Selection sort is not stable, so equal elements give more than N! sequences of comparisons: 7 and
// 33, as enumerating all arrays of ranks shows.
// RUN: run --size 3
// EXPECT: finished 7
// RUN: run --size 4
// EXPECT: finished 33
#include <assert.h>
#include <nadir.h>

int main(void) {
  short a[8];
  int n = (int)nadir_size();
  nadir_symbolic(a, n * sizeof *a, "a");
  for (int i = 0; i < n; i++) {
    int least = i;
    for (int j = i + 1; j < n; j++)
      if (a[j] < a[least]) least = j;
    short x = a[i];
    a[i] = a[least];
    a[least] = x;
  }
  for (int i = 1; i < n; i++) assert(a[i - 1] <= a[i]);
  return 0;
}
