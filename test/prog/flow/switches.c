// Switches: dense, sparse, with ranges, falling through, on wide and on small types.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <limits.h>
#include <stdio.h>

static int dense(int x) {
  switch (x) {
  case 0: return 10;
  case 1: return 21;
  case 2: return 32;
  case 3: return 43;
  case 4: return 54;
  case 5: return 60;
  default: return -1;
  }
}

static int sparse(long x) {
  switch (x) {
  case LONG_MIN: return 1;
  case -1: return 2;
  case 0x100000000: return 3;
  case LONG_MAX: return 4;
  }
  return 0;
}

static int ranges(unsigned char c) {
  int score = 0;
  switch (c) {
  case '0' ... '9': score += 1; // fall through
  case 'a' ... 'f': score += 10; break;
  case 'z': score = 100; // fall through
  default: score += 1000;
  }
  return score;
}

int main(void) {
  for (volatile int i = -1; i < 7; i++) printf("%d ", dense(i));
  printf("%d %d %d %d %d %d\n", sparse(LONG_MIN), sparse(-1), sparse(0x100000000), sparse(LONG_MAX),
         sparse(0), sparse(0xffffffff));
  for (int c = 0; c < 256; c++) printf("%d ", ranges((unsigned char)c));
  puts("");
  for (volatile signed char c = -2; c < 2; c++) switch (c) {
    case -1: puts("minus"); break;
    case 1: puts("plus"); break;
    }
  return 0;
}
