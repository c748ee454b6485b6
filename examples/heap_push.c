/* heap_push.c — a priority queue: N numbers are pushed onto a binary heap, the smallest on top.
 *
 * Symbolic: the N numbers.
 *
 *     nadir worst examples/heap_push.c --call 'heap_build(int a[N], N)' --size 1:8,100 --cost branches
 *
 * Worst: the sum of floor(log2(i)) for i = 1..N branches (480 at 100), on a descending sequence:
 * each number rises to the top.  The paths are the product of the floor(log2(i)) + 1. */
#include <stddef.h>

/* Adds x to the heap in the first n places; there is room for one more. */
static void heap_push(int *heap, size_t n, int x) {
  size_t at = n;
  while (at > 0) {
    size_t parent = (at - 1) / 2;
    if (!(x < heap[parent])) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = x;
}

/* Makes the array a heap.  The heap grows at its front and takes the next number each time. */
void heap_build(int *a, size_t n) {
  for (size_t i = 0; i < n; i++) heap_push(a, i, a[i]);
}
