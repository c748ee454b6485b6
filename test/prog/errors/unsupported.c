// What nadir does not do ends only the path that meets it, and the ledger names it and its line.
// RUN: run
// EXPECT: finished 1
// EXPECT: unsupported 2
// EXPECT: symbolic-float 1
// EXPECT: ledger a call of 'mystery'
// EXPECT: ledger the assembly "cpuid"
// EXPECT: ledger unsupported.c:21
// EXPECT: ledger unsupported.c:22
// EXPECT: ledger unsupported.c:25
#include <nadir.h>

extern int mystery(int);

int main(void) {
  unsigned char way;
  int x;
  nadir_symbolic(&way, sizeof way, "way");
  nadir_symbolic(&x, sizeof x, "x");
  switch (way) {
  case 1: return mystery(x);
  case 2: __asm__ volatile("cpuid" ::: "eax", "ebx", "ecx", "edx"); break;
  case 3: {
    volatile long double d = 1.5;
    d = d * x;
    return d > 3;
  }
  default: __asm__ volatile("" ::: "memory");
  }
  return 0;
}
