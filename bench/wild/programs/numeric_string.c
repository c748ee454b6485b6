/* Compares numbers written as text and finds the largest, digit by digit after leading zeros.
 *
 * call: largest(char rows[N][4] in '0'..'9', N)
 * small: 1:2
 * class: n
 * values: rows range(48, 51)
 * killer: rows = [48, 48, 48, 49] * N
 */
static int compare(const char *a, const char *b, int n) {
  int i = 0, k = 0;
  while (i < n - 1 && a[i] == '0') i++;
  while (k < n - 1 && b[k] == '0') k++;
  if (i != k) return k - i;
  for (; i < n; i++)
    if (a[i] != b[i]) return a[i] - b[i];
  return 0;
}

int largest(char (*rows)[4], int n) {
  int best = 0;
  for (int i = 1; i < n; i++)
    if (compare(rows[i], rows[best], 4) > 0) best = i;
  return best;
}
