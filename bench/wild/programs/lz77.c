/* LZ77: the longest match anywhere before, byte by byte.
 *
 * call: lz77(unsigned char in[N], N)
 * small: 1:7
 * class: ?
 * values: in range(3)
 * killer: in_ = [0] * (N // 2) + [1] + [0] * (N - N // 2 - 1)
 */
int lz77(const unsigned char *in, int n) {
  int codes = 0;
  for (int at = 0; at < n;) {
    int best = 0, from = 0;
    for (int i = 0; i < at; i++) {
      int k = 0;
      while (at + k < n && k < 18 && in[i + k] == in[at + k]) k++;
      if (k > best) {
        best = k;
        from = i;
      }
    }
    at += best > 2 ? best : 1;
    codes += from >= 0;
  }
  return codes;
}
