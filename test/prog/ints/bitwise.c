// And, or, exclusive or, complement and the shifts, on every width.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdint.h>
#include <stdio.h>

#define BITS(type, a, b, n)                                                             \
  do {                                                                                  \
    volatile type x = (type)(a), y = (type)(b);                                         \
    volatile int k = (n);                                                               \
    printf(#type " %llx %llx %llx %llx %llx %llx\n", (unsigned long long)(type)(x & y), \
           (unsigned long long)(type)(x | y), (unsigned long long)(type)(x ^ y),        \
           (unsigned long long)(type)~x, (unsigned long long)(type)((unsigned)x << k),  \
           (unsigned long long)(type)(x >> k));                                         \
  } while (0)

int main(void) {
  BITS(uint8_t, 0xa5, 0x3c, 3);
  BITS(int8_t, -91, 0x3c, 7);
  BITS(uint16_t, 0xbeef, 0x0ff0, 11);
  BITS(int16_t, -2, 0x7fff, 15);
  BITS(uint32_t, 0xdeadbeef, 0x12345678, 0);
  BITS(uint32_t, 0xdeadbeef, 0x12345678, 31);
  BITS(int32_t, INT32_MIN, -1, 31);
  BITS(uint64_t, 0x0123456789abcdef, 0xffff0000ffff0000, 17);
  BITS(int64_t, INT64_MIN, 1, 31);
  volatile int64_t x = INT64_MIN + 5;
  printf("%lld %llx\n", (long long)(x >> 62), (unsigned long long)((uint64_t)x >> 1));
  return 0;
}
