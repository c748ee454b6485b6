/* crc_table.c — a checksum of N bytes by a table, that must have one value. */
#include <nadir.h>
#include <stdint.h>

static uint32_t table[256];

static uint32_t crc(const uint8_t *p, int n) {
  uint32_t sum = 0xffffffff;
  for (int i = 0; i < n; i++) sum = sum >> 8 ^ table[(sum ^ p[i]) & 0xff];
  return ~sum;
}

int main(void) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t sum = i;
    for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (0xedb88320 & -(sum & 1));
    table[i] = sum;
  }
  uint8_t in[N];
  nadir_symbolic(in, sizeof in, "in");
  if (crc(in, N) == 0xdeadbeef) return 1;
  return 0;
}
