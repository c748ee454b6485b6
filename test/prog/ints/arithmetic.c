// The five operations on every width, signed and unsigned, at the ends of their ranges.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <limits.h>
#include <stdio.h>

#define OPERATIONS(type, format, a, b)                                                       \
  do {                                                                                       \
    volatile type x = (a), y = (b);                                                          \
    printf(#type " " format " " format " " format " " format " " format "\n", (type)(x + y), \
           (type)(x - y), (type)(x * y), (type)(x / y), (type)(x % y));                      \
  } while (0)

int main(void) {
  OPERATIONS(signed char, "%d", 100, 27);
  OPERATIONS(signed char, "%d", SCHAR_MIN, 3);
  OPERATIONS(unsigned char, "%u", 200, 100);
  OPERATIONS(short, "%d", SHRT_MAX, -7);
  OPERATIONS(unsigned short, "%u", USHRT_MAX, USHRT_MAX - 1);
  OPERATIONS(int, "%d", 46340, 46340);
  OPERATIONS(int, "%d", -1000000, 7);
  OPERATIONS(unsigned, "%u", 0, UINT_MAX);
  OPERATIONS(unsigned, "%u", 4000000000u, 3000000000u);
  OPERATIONS(long, "%ld", -3000000000L, 3);
  OPERATIONS(unsigned long, "%lu", ULONG_MAX, ULONG_MAX - 2);
  OPERATIONS(long long, "%lld", 1LL << 30, -(1LL << 31));
  return 0;
}
