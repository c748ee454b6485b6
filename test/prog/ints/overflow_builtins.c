// __builtin_*_overflow: the wrapped result and whether it is the true one, for every width.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#define CHECK(type, a, b)                                                            \
  do {                                                                               \
    volatile type x = (a), y = (b);                                                  \
    type sum, difference, product;                                                   \
    int bad = __builtin_add_overflow(x, y, &sum) |                                   \
              __builtin_sub_overflow(x, y, &difference) << 1 |                       \
              __builtin_mul_overflow(x, y, &product) << 2;                           \
    printf(#type " %d %lld %lld %lld\n", bad, (long long)sum, (long long)difference, \
           (long long)product);                                                      \
  } while (0)

int main(void) {
  CHECK(int8_t, 127, 1);
  CHECK(int8_t, -128, -1);
  CHECK(uint8_t, 16, 16);
  CHECK(uint8_t, 3, 4);
  CHECK(int16_t, 300, -300);
  CHECK(uint16_t, 65535, 65535);
  CHECK(int, INT_MAX, INT_MIN);
  CHECK(int, 46341, 46341);
  CHECK(int, -46340, 46340);
  CHECK(unsigned, 65536, 65535);
  CHECK(unsigned, 65536, 65536);
  CHECK(long, LONG_MAX, -1);
  CHECK(long, 3037000500, 3037000500);
  CHECK(unsigned long, ULONG_MAX, 2);
  CHECK(unsigned long, 4294967296, 4294967295);
  volatile int a = -1;
  volatile unsigned b = 1;
  unsigned short mixed;
  printf("%d %d\n", __builtin_add_overflow(a, b, &mixed), mixed);
  printf("%d %d\n", __builtin_mul_overflow(a, b, &mixed), mixed);
  return 0;
}
