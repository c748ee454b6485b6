// Inline assembly that many programs bring along: GMP's longlong.h, cpuid, hints to the processor.
// RUN: run
// EXPECT: finished 2
#include <assert.h>
#include <cpuid.h>
#include <nadir.h>

static void check(unsigned long a, unsigned long b) {
  unsigned long high, low, at;
  unsigned bit;
  __asm__("mulq\t%3" : "=a"(low), "=d"(high) : "%0"(a), "rm"(b));
  unsigned __int128 product = (unsigned __int128)a * b;
  assert(low == (unsigned long)product && high == (unsigned long)(product >> 64));
  __asm__("addq %5,%q1\n\tadcq %3,%q0"
          : "=r"(high), "=&r"(low)
          : "0"(1ul), "rme"(2ul), "%1"(a), "rme"(b));
  unsigned __int128 sum = ((unsigned __int128)1 << 64 | a) + ((unsigned __int128)2 << 64 | b);
  assert(low == (unsigned long)sum && high == (unsigned long)(sum >> 64));
  __asm__("subq %5,%q1\n\tsbbq %3,%q0"
          : "=r"(high), "=&r"(low)
          : "0"(9ul), "rme"(2ul), "1"(a), "rme"(b));
  unsigned __int128 rest = ((unsigned __int128)9 << 64 | a) - ((unsigned __int128)2 << 64 | b);
  assert(low == (unsigned long)rest && high == (unsigned long)(rest >> 64));
  __asm__("bsf\t%1, %q0" : "=r"(bit) : "rm"(a));
  assert(bit == (unsigned)__builtin_ctzl(a));
  __asm__("bsr\t%1,%0" : "=r"(at) : "rm"(a));
  assert(at == 63 - (unsigned long)__builtin_clzl(a));
}

int main(void) {
  unsigned a, b, c, d;
  unsigned char x;
  assert(!__get_cpuid(1, &a, &b, &c, &d));
  __asm__ volatile("pause");
  __asm__ volatile("mfence" ::: "memory");
  check(0xfedcba9876543210, 0x123456789abcdef);
  check(8, 3);
  nadir_symbolic(&x, sizeof x, "x");
  __asm__("bsf\t%1, %q0" : "=r"(a) : "rm"((unsigned long)x | 256));
  if (a > 6) return 1;
  return 0;
}
