/* heap.c — paths: N numbers put into a binary heap one after the other. */
#include <nadir.h>

static int heap[N], n_heap;

static void insert(int x) {
  int i = n_heap++;
  for (; i > 0 && heap[(i - 1) / 2] > x; i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
  heap[i] = x;
}

int main(void) {
  int a[N];
  nadir_symbolic(a, sizeof a, "a");
  for (int i = 0; i < N; i++) insert(a[i]);
  return 0;
}
