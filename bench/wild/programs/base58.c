/* Base 58 by long division; leading zeros become ones without it.
 *
 * call: base58(unsigned char data[N], N)
 * small: 1:4
 * class: n^2
 * values: data [0, 1, 57, 58, 255]
 * killer: data = [255] * N
 */
#include <stdlib.h>
#include <string.h>

int base58(const unsigned char *data, int n) {
  int zeros = 0, used = 0, room = n * 138 / 100 + 1;
  while (zeros < n && !data[zeros]) zeros++;
  unsigned char *digit = calloc(room, 1);
  for (int i = zeros; i < n; i++) {
    int carry = data[i], k = room - 1;
    for (int done = 0; carry || done < used; k--, done++) {
      carry += 256 * digit[k];
      digit[k] = (unsigned char)(carry % 58);
      carry /= 58;
    }
    used = room - 1 - k;
  }
  char *out = malloc(zeros + used + 1);
  memset(out, '1', zeros);
  for (int i = 0; i < used; i++)
    out[zeros + i] = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"[digit[room - used + i]];
  int length = zeros + used;
  free(out);
  free(digit);
  return length;
}
