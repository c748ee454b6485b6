// Merge sort has N! paths: each permutation has its own comparisons.
// RUN: run --size 3
// EXPECT: finished 6
// RUN: run --size 4 --search bfs
// EXPECT: finished 24
// RUN: run --size 5
// EXPECT: finished 120
#include <assert.h>
#include <nadir.h>
#include <string.h>

static void sort(int *a, int n, int *room) {
  if (n < 2) return;
  int half = n / 2, i = 0, j = half, k = 0;
  sort(a, half, room);
  sort(a + half, n - half, room);
  while (i < half && j < n) room[k++] = a[j] < a[i] ? a[j++] : a[i++];
  while (i < half) room[k++] = a[i++];
  while (j < n) room[k++] = a[j++];
  memcpy(a, room, n * sizeof *a);
}

int main(void) {
  int a[8], room[8], n = (int)nadir_size();
  nadir_symbolic(a, n * sizeof *a, "a");
  sort(a, n, room);
  for (int i = 1; i < n; i++) assert(a[i - 1] <= a[i]);
  return 0;
}
