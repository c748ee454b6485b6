/* Binary search.
 *
 * call: lookup(int a[N], N, int key)
 * class: log n
 * values: a range(N); key range(N + 1)
 * small: 1:5
 * killer: a = list(range(N)); key = [N]
 */
int lookup(const int *a, int n, int key) {
  int low = 0, high = n - 1;
  while (low <= high) {
    int mid = low + (high - low) / 2;
    if (a[mid] == key) return mid;
    if (a[mid] < key)
      low = mid + 1;
    else
      high = mid - 1;
  }
  return -1;
}
