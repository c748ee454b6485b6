/* crc_bits.c — a checksum of N bytes, bit by bit with masks, that must have one value. */
#include <nadir.h>
#include <stdint.h>

static uint32_t crc(const uint8_t *p, int n) {
  uint32_t sum = 0xffffffff;
  for (int i = 0; i < n; i++) {
    sum ^= p[i];
    for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (0xedb88320 & -(sum & 1));
  }
  return ~sum;
}

int main(void) {
  uint8_t in[N];
  nadir_symbolic(in, sizeof in, "in");
  if (crc(in, N) == 0xdeadbeef) return 1;
  return 0;
}
