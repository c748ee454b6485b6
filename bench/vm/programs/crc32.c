/* crc32.c — concrete: CRC-32 by a table of 256 entries over a megabyte, several times over. */
#include <stdint.h>
#include <stdio.h>

enum { N = 1 << 20 };

static uint32_t table[256];
static unsigned char text[N];

static void fill_table(void) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int bit = 0; bit < 8; bit++) c = c & 1 ? c >> 1 ^ 0xEDB88320u : c >> 1;
    table[i] = c;
  }
}

static uint32_t crc(const unsigned char *bytes, int n, uint32_t c) {
  for (int i = 0; i < n; i++) c = table[(c ^ bytes[i]) & 255] ^ c >> 8;
  return c;
}

int main(void) {
  fill_table();
  for (int i = 0; i < N; i++) text[i] = (unsigned char)(i * 31 >> 3);
  uint32_t c = ~0u;
  for (int round = 0; round < ROUNDS; round++) c = crc(text, N, c);
  printf("%08x\n", ~c);
  return 0;
}
