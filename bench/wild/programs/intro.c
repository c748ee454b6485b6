/* Introsort: quick sort that turns into heap sort when it goes too deep.
 *
 * call: intro_sort(int a[N], N)
 * class: n log n
 * killer: a = [i // 2 if i % 2 else N - i for i in range(N)]
 */
static void exchange(int *a, int i, int k) {
  int t = a[i];
  a[i] = a[k];
  a[k] = t;
}

static void sift(int *a, int root, int n) {
  while (2 * root + 1 < n) {
    int child = 2 * root + 1;
    if (child + 1 < n && a[child] < a[child + 1]) child++;
    if (a[root] >= a[child]) break;
    exchange(a, root, child);
    root = child;
  }
}

static void heap(int *a, int n) {
  for (int i = n / 2 - 1; i >= 0; i--) sift(a, i, n);
  for (int i = n - 1; i > 0; i--) {
    exchange(a, 0, i);
    sift(a, 0, i);
  }
}

static void intro(int *a, int n, int depth) {
  while (n > 16) {
    if (depth-- == 0) {
      heap(a, n);
      return;
    }
    int pivot = a[n / 2], i = -1, k = n;
    for (;;) {
      do i++;
      while (a[i] < pivot);
      do k--;
      while (a[k] > pivot);
      if (i >= k) break;
      exchange(a, i, k);
    }
    intro(a + k + 1, n - k - 1, depth);
    n = k + 1;
  }
  for (int i = 1; i < n; i++)
    for (int k = i; k > 0 && a[k - 1] > a[k]; k--) exchange(a, k - 1, k);
}

void intro_sort(int *a, int n) {
  int depth = 0;
  for (int m = n; m > 1; m >>= 1) depth += 2;
  intro(a, n, depth);
}
