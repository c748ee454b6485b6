// What the calling convention passes in another way is no value of the program.
// RUN: run
// EXPECT: finished 3
// EXPECT: native differs
// EXPECT: text with fewer arguments than the function reads
#include <klee/klee.h>

int __VERIFIER_nondet_int(void);

static double half(double x) {
  return x / 2;
}
static int two(int a, int b) {
  return a + b;
}
static void none(void) {
}
struct S {
  long a, b, c;
};
static long of_struct(struct S s) {
  return s.a;
}

int main(void) {
  int c = __VERIFIER_nondet_int();
  if (c == 1) {
    int (*p)(int) = (void *)half;
    return p(3); // ERROR: bad-call
  }
  if (c == 2) {
    int (*p)(int) = (void *)two;
    return p(3); // ERROR: bad-call
  }
  if (c == 3) {
    int (*p)(void) = (void *)none;
    return p(); // ERROR: bad-call
  }
  if (c == 4) {
    long (*p)(long) = (void *)of_struct;
    return p(4); // ERROR: bad-call
  }
  if (c == 5) { /* a symbol goes through, too: its sign is kept up to 32 bits */
    signed char x;
    klee_make_symbolic(&x, 1, "x");
    long (*p)(signed char, int) = (void *)two;
    if (p(x, 1) == 0xfffffffe) klee_assert(x == -3);
  }
  return 0;
}
