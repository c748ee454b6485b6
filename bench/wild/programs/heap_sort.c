/* Heap sort in place.
 *
 * call: heap_sort(int a[N], N)
 * class: n log n
 * killer: a = list(range(N))
 */
static void sift_down(int *a, unsigned root, unsigned n) {
  for (unsigned child; (child = 2 * root + 1) < n; root = child) {
    if (child + 1 < n && a[child + 1] > a[child]) child++;
    if (a[root] >= a[child]) return;
    int t = a[root];
    a[root] = a[child];
    a[child] = t;
  }
}

void heap_sort(int *a, unsigned n) {
  for (unsigned i = n / 2; i-- > 0;) sift_down(a, i, n);
  for (unsigned end = n; end-- > 1;) {
    int t = a[0];
    a[0] = a[end];
    a[end] = t;
    sift_down(a, 0, end);
  }
}
