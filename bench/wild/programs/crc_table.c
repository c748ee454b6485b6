/* CRC-32 whose table is made at each call: a start-up cost of 256 entries, then a step for each byte.
 *
 * call: crc32_of(unsigned char data[N], N)
 * small: 1:5
 * class: n
 * values: data [0, 1, 255]
 * killer: data = [0] * N
 */
#include <stddef.h>
#include <stdint.h>

static void make_table(uint32_t *table) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int bit = 0; bit < 8; bit++) c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
    table[i] = c;
  }
}

uint32_t crc32_of(const unsigned char *data, size_t n) {
  uint32_t table[256], crc = 0xFFFFFFFFu;
  make_table(table);
  for (size_t i = 0; i < n; i++) crc = table[(crc ^ data[i]) & 0xFF] ^ (crc >> 8);
  return ~crc;
}
