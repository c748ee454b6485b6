/* The longest common substring of two texts, from every pair of places.
 *
 * call: common(char a[N] string, char b[N] string, N)
 * small: 1:4
 * large: 30
 * class: n^3
 * values: a b'ab'; b b'ab'
 * killer: a = b'a' * N; b = b'a' * N
 */
int common(const char *a, const char *b, int n) {
  int best = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) {
      int m = 0;
      while (i + m < n && k + m < n && a[i + m] == b[k + m]) m++;
      if (m > best) best = m;
    }
  return best;
}
