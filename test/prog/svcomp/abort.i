// A preprocessed program with declarations of its own: abort leaves, reach_error is the error.
// RUN: run
// EXPECT: quiet-exit 3
// EXPECT: finished 2
extern void abort(void);
extern _Bool __VERIFIER_nondet__Bool(void);
extern int __VERIFIER_nondet_bool();
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_u64(void);
void reach_error(void) {}
void assume_abort_if_not(int cond) {
  if (!cond) { abort(); }
}
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
    ERROR: { reach_error(); abort(); } // ERROR: reported
  }
}
twice(x) { return 2 * x; }
int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  assume_abort_if_not(x < 100);
  __VERIFIER_assert(twice(x) != 42);
  int b = __VERIFIER_nondet_bool();
  __VERIFIER_assert(b == 0 || b == 1);
  if (__VERIFIER_nondet__Bool()) abort();
  return 0;
}
