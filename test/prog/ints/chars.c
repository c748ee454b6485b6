// Characters extend by their sign, as bytes do not; both index tables as ctype does.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdio.h>

int main(void) {
  const char text[] = "\xe9t\xe9\x7f\x80";
  int sum = 0, usum = 0;
  unsigned hash = 5381, uhash = 5381;
  for (const char *s = text; *s; s++) {
    sum += *s;
    usum += (unsigned char)*s;
    hash = hash * 33 + *s;
    uhash = uhash * 33 + (unsigned char)*s;
  }
  printf("%d %d %u %u\n", sum, usum, hash, uhash);
  static int count[256];
  for (const char *s = text; *s; s++) count[(unsigned char)*s]++;
  printf("%d %d %d\n", count[0xe9], count['t'], count[0x80]);
  volatile char c = text[0];
  printf("%d %d %d\n", c == '\xe9', c == 0xe9, c < 0);
  printf("%x %x\n", c, (unsigned char)c);
  return 0;
}
