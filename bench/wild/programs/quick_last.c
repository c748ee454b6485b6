/* Quick sort with the last element as pivot; the comparator subtracts.
 *
 * call: quick_sort(int a[N] in 0..1000, 0, N - 1, difference)
 * class: n^2
 * killer: a = list(range(N))
 */
typedef int (*compare_fn)(const int *, const int *);

static int difference(const int *x, const int *y) { return *x - *y; }

static int partition(int *v, int low, int high, compare_fn cmp) {
  int pivot = v[high], i = low - 1;
  for (int j = low; j < high; j++) {
    if (cmp(&v[j], &pivot) <= 0) {
      i++;
      int t = v[i];
      v[i] = v[j];
      v[j] = t;
    }
  }
  int t = v[i + 1];
  v[i + 1] = v[high];
  v[high] = t;
  return i + 1;
}

void quick_sort(int *v, int low, int high, compare_fn cmp) {
  if (low >= high) return;
  int p = partition(v, low, high, cmp);
  quick_sort(v, low, p - 1, cmp);
  quick_sort(v, p + 1, high, cmp);
}
