// Nondeterministic values of every integer type cover their type and no more.
// RUN: run
// EXPECT: finished 2
// EXPECT: error 0
#include <assert.h>
#include <limits.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern void __VERIFIER_assume(int);

int main(void) {
  bool b = __VERIFIER_nondet_bool();
  assert(b == 0 || b == 1);
  char c = __VERIFIER_nondet_char();
  assert(((c >= CHAR_MIN) & (c <= CHAR_MAX)) == 1);
  int u = __VERIFIER_nondet_uchar(), s = __VERIFIER_nondet_short();
  assert(((u >= 0) & (u <= 255)) == 1);
  assert(((s >= SHRT_MIN) & (s <= SHRT_MAX)) == 1);
  assert(__VERIFIER_nondet_ushort() <= 65535);
  unsigned x = __VERIFIER_nondet_uint();
  long l = __VERIFIER_nondet_long();
  unsigned long long w = __VERIFIER_nondet_ulonglong();
  __VERIFIER_assume(l == (long)x);
  __VERIFIER_assume(w == (unsigned long long)l);
  assert(w <= UINT_MAX);
  return 0;
}
