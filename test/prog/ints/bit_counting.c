// The bit builtins: population, leading and trailing zeros, parity, byte swaps, rotations.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdint.h>
#include <stdio.h>

static uint32_t rotate32(uint32_t x, unsigned k) { return x << (k & 31) | x >> (-k & 31); }
static uint64_t rotate64(uint64_t x, unsigned k) { return x >> (k & 63) | x << (-k & 63); }

int main(void) {
  const uint64_t values[] = {1, 0x80, 0xff00, 0x80000000, 0xdeadbeef, 0x8000000000000000, ~0ull};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    volatile uint64_t x = values[i];
    unsigned low = (unsigned)x | 0x100;
    printf("%d %d %d %d %d %d %d %d\n", __builtin_popcount(low), __builtin_clz(low),
           __builtin_ctz(low), __builtin_popcountll(x), __builtin_clzll(x), __builtin_ctzll(x),
           __builtin_parityll(x), __builtin_ffsll((long long)x));
    printf("%x %x %llx %x %llx\n", __builtin_bswap16((uint16_t)x), __builtin_bswap32((uint32_t)x),
           (unsigned long long)__builtin_bswap64(x), __builtin_bitreverse32((uint32_t)x),
           (unsigned long long)__builtin_bitreverse64(x));
    printf("%x %llx %d %d\n", rotate32((uint32_t)x, i * 5), (unsigned long long)rotate64(x, i * 9),
           __builtin_clrsb((int)x), __builtin_ffs((int)x));
  }
  printf("%d %d\n", __builtin_ffs((volatile int){0}), __builtin_popcount((volatile int){0}));
  return 0;
}
