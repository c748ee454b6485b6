// Words put together from bytes and taken apart again, in both orders.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdint.h>
#include <stdio.h>

static uint32_t big(const uint8_t *p) {
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}
static uint64_t little(const uint8_t *p) {
  uint64_t x = 0;
  for (int i = 7; i >= 0; i--) x = x << 8 | p[i];
  return x;
}
static void put(uint8_t *p, uint32_t x) {
  for (int i = 0; i < 4; i++, x >>= 8) p[3 - i] = (uint8_t)x;
}

int main(void) {
  uint8_t bytes[12] = {0x80, 1, 2, 0xff, 4, 5, 6, 7, 8, 9, 10, 0xfe};
  printf("%x %x %llx\n", big(bytes), big(bytes + 3), (unsigned long long)little(bytes + 3));
  put(bytes + 5, 0xcafebabe);
  printf("%llx %x\n", (unsigned long long)little(bytes + 4), *(uint16_t *)(bytes + 7));
  return 0;
}
