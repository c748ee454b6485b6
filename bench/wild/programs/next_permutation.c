/* Steps through permutations until the last one.
 *
 * call: steps(unsigned char a[N], N)
 * class: n!
 * small: 1:5
 * large: 8
 * killer: a = list(range(N))
 */
static void swap(unsigned char *a, unsigned char *b) {
  unsigned char t = *a;
  *a = *b;
  *b = t;
}

static int next(unsigned char *a, int n) {
  int i = n - 2;
  while (i >= 0 && a[i] >= a[i + 1]) i--;
  if (i < 0) return 0;
  int j = n - 1;
  while (a[j] <= a[i]) j--;
  swap(&a[i], &a[j]);
  for (int l = i + 1, r = n - 1; l < r; l++, r--) swap(&a[l], &a[r]);
  return 1;
}

long steps(unsigned char *a, int n) {
  long count = 1;
  while (next(a, n)) count++;
  return count;
}
