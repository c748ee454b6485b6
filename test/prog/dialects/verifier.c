// Nondeterministic values, assumptions and an error function, as in SV-COMP.
// RUN: run
// EXPECT: finished 2
// EXPECT: assume 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void abort(void);
void reach_error(void) {
  assert(0); // ERROR: assert
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char c = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(x > 0 && x < 100);
  if (c == 'n') return 1;
  if (x * 2 == c + 1) reach_error();
  return 0;
}
