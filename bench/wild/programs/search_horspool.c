/* Boyer, Moore and Horspool.
 *
 * call: horspool(char t[N] string, N, char p[N/4] string, N/4)
 * small: 4:8
 * class: n^2
 * values: t b'ab'; p b'ab'
 * killer: m = N // 4; p = b'b' + b'a' * (m - 1); t = b'a' * N
 */
long horspool(const char *t, long n, const char *p, long m) {
  long skip[256];
  if (m == 0) return 0;
  for (int c = 0; c < 256; c++) skip[c] = m;
  for (long i = 0; i < m - 1; i++) skip[(unsigned char)p[i]] = m - 1 - i;
  for (long at = 0; at + m <= n;) {
    long k = m - 1;
    while (k >= 0 && t[at + k] == p[k]) k--;
    if (k < 0) return at;
    at += skip[(unsigned char)t[at + m - 1]];
  }
  return -1;
}
