/* Reads numbers of seven bits a byte; a number may be ten bytes long.
 *
 * call: varints(unsigned char data[N], N)
 * small: 1:5
 * class: n
 * values: data [0, 1, 127, 128, 255]
 * killer: data = [255] * N
 */
#include <stdint.h>

int varints(const unsigned char *data, int n) {
  int count = 0;
  for (int at = 0; at < n;) {
    uint64_t value = 0;
    int shift = 0;
    unsigned char byte;
    do {
      byte = data[at++];
      if (shift < 64) value |= (uint64_t)(byte & 127) << shift;
      shift += 7;
    } while (byte & 128 && at < n);
    if (value > 1000) count++;
  }
  return count;
}
