/* Schoolbook multiplication of decimal numbers that skips zeroes.
 *
 * call: multiply(unsigned char a[N] in 0..9, unsigned char b[N] in 0..9, N)
 * class: n^2
 * small: 1:3
 * large: 60
 * values: a range(10); b range(10)
 * killer: a = [9] * N; b = [9] * N
 */
#include <stdlib.h>

int multiply(const unsigned char *a, const unsigned char *b, int n) {
  unsigned char *c = calloc(2 * n + 1, 1);
  for (int i = 0; i < n; i++) {
    int carry = 0, k = i;
    if (!a[i]) continue;
    for (int j = 0; j < n; j++, k++) {
      int t = c[k] + a[i] * b[j] + carry;
      c[k] = (unsigned char)(t % 10);
      carry = t / 10;
    }
    for (; carry; k++) {
      int t = c[k] + carry;
      c[k] = (unsigned char)(t % 10);
      carry = t / 10;
    }
  }
  int digits = 2 * n;
  while (digits > 1 && !c[digits - 1]) digits--;
  free(c);
  return digits;
}
