// Narrowing keeps the low bits, widening the value: between all pairs of integer types.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdint.h>
#include <stdio.h>

#define TO(to, x) printf(" %lld", (long long)(to)(x))
#define FROM(from, value)            \
  do {                               \
    volatile from x = (from)(value); \
    printf(#from);                   \
    TO(_Bool, x);                    \
    TO(int8_t, x);                   \
    TO(uint8_t, x);                  \
    TO(int16_t, x);                  \
    TO(uint16_t, x);                 \
    TO(int32_t, x);                  \
    TO(uint32_t, x);                 \
    TO(int64_t, x);                  \
    TO(uint64_t, x);                 \
    puts("");                        \
  } while (0)

int main(void) {
  FROM(_Bool, 2);
  FROM(int8_t, 0x80);
  FROM(uint8_t, 0x80);
  FROM(int16_t, 0x8001);
  FROM(uint16_t, 0xff80);
  FROM(int32_t, 0x80000100);
  FROM(uint32_t, 0xffff8000);
  FROM(int64_t, 0x8000000080008080);
  FROM(uint64_t, 0xfffffffffffffeff);
  return 0;
}
