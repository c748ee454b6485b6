/* Pancake sort: the greatest is flipped to the top and then to its place.
 *
 * call: pancake(int a[N], N)
 * class: n^2
 * killer: a = [N - i if i % 2 else i for i in range(N)]
 */
static void flip(int *a, int n) {
  for (int i = 0, j = n - 1; i < j; i++, j--) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
}

void pancake(int *a, int n) {
  for (int left = n; left > 1; left--) {
    int most = 0;
    for (int i = 1; i < left; i++)
      if (a[i] > a[most]) most = i;
    if (most == left - 1) continue;
    if (most > 0) flip(a, most + 1);
    flip(a, left);
  }
}
