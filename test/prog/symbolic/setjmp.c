// longjmp with a symbolic value: the path that comes back takes both sides of what follows.
// RUN: run
// EXPECT: finished 3
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>
#include <setjmp.h>

static jmp_buf back;

static void check(int x) {
  if (x > 10) longjmp(back, x);
}

int main(void) {
  unsigned char x;
  nadir_symbolic(&x, sizeof x, "x");
  int code = setjmp(back);
  if (code) {
    assert(code == x);
    return code == 11 ? 1 : 2;
  }
  check(x);
  return 0;
}
