// reach_error and __VERIFIER_error without bodies are errors of their own.
// RUN: run
// EXPECT: finished 1
// EXPECT: error 2
extern void reach_error(void);
extern void __VERIFIER_error(void);
extern void __VERIFIER_assume(int);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), sum = 0;
  __VERIFIER_assume(x <= 6);
  for (unsigned i = 0; i <= 6; i++) sum += i * (i <= x);
  if (sum == 10) reach_error();      // ERROR: reported
  if (sum == 21) __VERIFIER_error(); // ERROR: reported
  return 0;
}
