// Between floats and integers of all widths, rounding to zero one way and to nearest the other.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdint.h>
#include <stdio.h>

int main(void) {
  const double values[] = {0, 0.99, -0.99, 1.5, -2.5, 100.999, -127.5};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    volatile double x = values[i];
    volatile float f = (float)x;
    printf("%d %d %d %ld %lld %d\n", (int8_t)x, (int16_t)x, (int)x, (long)f, (long long)x, (int)f);
  }
  volatile double big = 1e19;
  printf("%llu %lld %u\n", (unsigned long long)big, (long long)-9e18, (unsigned)4e9);
  const uint64_t words[] = {16777217, 9007199254740993, 0xffffffffffffffff, 0x8000000000000400};
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
    volatile uint64_t x = words[i];
    printf("%.20g %.20g %.20g %.20g\n", (double)x, (double)(int64_t)x, (float)x,
           (double)(float)(int64_t)x);
  }
  volatile float f = 3.4e38f;
  volatile double d = 1e40;
  printf("%g %g %.10g\n", (double)f, (float)d, (float)1.00000001);
  volatile unsigned char c = 255;
  volatile _Bool t = 0.5;
  printf("%g %g %d\n", (float)c, (double)(int8_t)c, t);
  return 0;
}
