/* Decodes base64, with padding and blanks; stops at what is not base64.
 *
 * call: decode(char s[N] string, N)
 * class: n
 * small: 1:4
 * values: s b'Aa0+/= !'
 * killer: s = b'/' * N
 */
#include <stdlib.h>

static int value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  if (c == '/') return 63;
  return -1;
}

int decode(const char *s, int n) {
  unsigned char *out = malloc(n);
  unsigned bits = 0;
  int n_bits = 0, n_out = 0;
  for (int i = 0; i < n; i++) {
    if (s[i] == ' ' || s[i] == '\n') continue;
    if (s[i] == '=') break;
    int v = value(s[i]);
    if (v < 0) break;
    bits = bits << 6 | (unsigned)v;
    n_bits += 6;
    if (n_bits >= 8) {
      n_bits -= 8;
      out[n_out++] = (unsigned char)(bits >> n_bits);
    }
  }
  free(out);
  return n_out;
}
