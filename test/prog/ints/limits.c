// The least and greatest numbers: negating, incrementing and comparing them.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
  volatile int least = INT_MIN, most = INT_MAX;
  volatile long lleast = LONG_MIN;
  printf("%u %u\n", -(unsigned)least, (unsigned)most + 1);
  printf("%d %d\n", (int)-(long)least == least, least == -most - 1);
  printf("%lu %d\n", -(unsigned long)lleast, lleast < least);
  printf("%d %d %d\n", (least < most), ((unsigned)least > (unsigned)most), least >> 31);
  printf("%jd %ju\n", INTMAX_MIN, UINTMAX_MAX);
  volatile unsigned long size = 0;
  printf("%lu %lu\n", size - 1, (size - 1) / 2 + 1);
  printf("%d %d\n", least / 2 * 2 == least, most / 2 * 2 == most);
  volatile unsigned char byte = UCHAR_MAX;
  printf("%d %d %d\n", (signed char)byte, (unsigned char)-byte, byte + byte);
  return 0;
}
