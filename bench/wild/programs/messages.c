/* Nested messages in the manner of protocol buffers: a byte of type, a byte of length; the inside of a nested one is copied.
 *
 * call: count_fields(unsigned char data[N], N)
 * small: 1:5
 * class: n^2
 * values: data [0, 1, 2, 3, 4]
 * killer: data = [b for i in range(N) for b in (2, max(0, min(127, N - 2 * i - 2)))]
 */
#include <stdlib.h>

enum { NUMBER, BYTES, MESSAGE };

static int count(const unsigned char *data, int n) {
  int fields = 0, at = 0;
  while (at + 2 <= n) {
    int type = data[at] % 4, length = data[at + 1];
    at += 2;
    if (length > n - at || type > MESSAGE) return fields;
    fields++;
    if (type == MESSAGE && length) {
      unsigned char *inside = malloc(length);
      for (int i = 0; i < length; i++) inside[i] = data[at + i];
      fields += count(inside, length);
      free(inside);
    }
    at += length;
  }
  return fields;
}

int count_fields(const unsigned char *data, int n) {
  return count(data, n);
}
