// setjmp and longjmp: out of nested calls, several times, with 0 turned into 1.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <setjmp.h>
#include <stdio.h>

static jmp_buf outer, inner;

static void fail(int code) { longjmp(outer, code); }

static int deep(int n) {
  if (!n) fail(7);
  return deep(n - 1) + 1;
}

int main(void) {
  volatile int tries = 0;
  int code = setjmp(outer);
  printf("%d %d\n", code, tries);
  switch (tries++) {
  case 0: deep(20); break;
  case 1: fail(0); break;
  case 2:
    if (!setjmp(inner)) longjmp(inner, 5);
    puts("inner");
    longjmp(outer, -1);
  }
  puts("end");
  return 0;
}
