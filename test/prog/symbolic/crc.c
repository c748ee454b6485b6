// A CRC over a table of 256 words: the one byte that gives a checksum is found.
// RUN: run
// EXPECT: finished 1
// EXPECT: error 1
#include <assert.h>
#include <nadir.h>
#include <stdint.h>

static uint32_t table[256];

static uint32_t crc(const uint8_t *p, int n) {
  uint32_t c = ~0u;
  for (int i = 0; i < n; i++) c = table[(c ^ p[i]) & 255] ^ c >> 8;
  return ~c;
}

int main(void) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ c >> 1 : c >> 1;
    table[i] = c;
  }
  assert(crc((const uint8_t *)"123456789", 9) == 0xcbf43926);
  uint8_t x[2];
  nadir_symbolic(x, sizeof x, "x");
  uint32_t wanted = crc((const uint8_t *)"ok", 2);
  assert(crc(x, 2) != wanted); // ERROR: assert
  return 0;
}
