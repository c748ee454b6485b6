/* The k-th smallest element by repeated partition around the first one.
 *
 * call: quick_select(int a[N], N, N / 2)
 * class: n^2
 * killer: a = list(range(N))
 */
int quick_select(int *a, int n, int k) {
  int low = 0, high = n - 1;
  while (low < high) {
    int pivot = a[low], i = low, j = high;
    while (i < j) {
      while (i < j && a[j] >= pivot) j--;
      a[i] = a[j];
      while (i < j && a[i] <= pivot) i++;
      a[j] = a[i];
    }
    a[i] = pivot;
    if (i == k) return a[i];
    if (i < k)
      low = i + 1;
    else
      high = i - 1;
  }
  return a[k];
}
