/* Quick sort after Hoare with the median of three, and insertion sort of short parts.
 *
 * call: sort(int a[N], N)
 * class: n^2
 * values: a range(N)
 * killer: k = N // 2; p = [0] * (2 * k + 1)
 *         for i in range(1, k + 1):
 *           if i % 2: p[i] = i; p[min(i + 1, 2 * k)] = k + i
 *           p[k + i] = 2 * i
 *         a = (p[1:] + list(range(N)))[:N]
 */
#define SHORT 8

static void swap(int *x, int *y) {
  int t = *x;
  *x = *y;
  *y = t;
}

static void insert_short(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int x = a[i], k = i;
    while (k > 0 && a[k - 1] > x) {
      a[k] = a[k - 1];
      k--;
    }
    a[k] = x;
  }
}

void sort(int *a, int n) {
  while (n > SHORT) {
    int mid = n / 2;
    if (a[mid] < a[0]) swap(&a[mid], &a[0]);
    if (a[n - 1] < a[0]) swap(&a[n - 1], &a[0]);
    if (a[n - 1] < a[mid]) swap(&a[n - 1], &a[mid]);
    int pivot = a[mid], i = 0, k = n - 1;
    for (;;) {
      while (a[i] < pivot) i++;
      while (a[k] > pivot) k--;
      if (i >= k) break;
      swap(&a[i++], &a[k--]);
    }
    int left = k + 1;
    if (left < n - left) {
      sort(a, left);
      a += left;
      n -= left;
    } else {
      sort(a + left, n - left);
      n = left;
    }
  }
  insert_short(a, n);
}
