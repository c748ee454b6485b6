/* Replaces the top of a heap: one way down, a step longer at each power of two.
 *
 * call: heap_replace(int a[N], N, int value)
 * small: 1:5
 * class: log n
 * values: value range(N)
 * killer: a = [i + 1 for i in range(N)]; value = [N + 1]
 */
int heap_replace(int *heap, int n, int value) {
  int top = heap[0], at = 0;
  for (;;) {
    int child = 2 * at + 1;
    if (child >= n) break;
    if (child + 1 < n && heap[child + 1] < heap[child]) child++;
    if (heap[child] >= value) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = value;
  return top;
}
