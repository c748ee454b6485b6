/* Cocktail shaker sort that remembers where the last swap was.
 *
 * call: cocktail(int a[N], N)
 * class: n^2
 * killer: a = [N - i for i in range(N)]
 */
static void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}

void cocktail(int *a, int n) {
  int low = 0, high = n - 1;
  while (low < high) {
    int last = low;
    for (int i = low; i < high; i++)
      if (a[i] > a[i + 1]) {
        swap(&a[i], &a[i + 1]);
        last = i;
      }
    high = last;
    last = high;
    for (int i = high; i > low; i--)
      if (a[i - 1] > a[i]) {
        swap(&a[i - 1], &a[i]);
        last = i;
      }
    low = last;
  }
}
