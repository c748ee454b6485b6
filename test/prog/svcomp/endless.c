// Loops without an end are how SV-COMP's programs leave a path, unless termination is what is asked for.
// RUN: run
// EXPECT: finished 1
// EXPECT: quiet-exit 1
// RUN: run --check=endless
// EXPECT: finished 1
// EXPECT: error endless 14
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x != 5) return 0;
  int y = 0;
  while (y != x) y = (y + 2) % 6;
  return 0;
}
