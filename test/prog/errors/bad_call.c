// Calling what is no function; jumping back to a function that has returned.
// RUN: run
// EXPECT: finished 1
// EXPECT: error 3
// EXPECT: native differs
#include <nadir.h>
#include <setjmp.h>

static int number = 5;
static jmp_buf back;

static int mark(void) { return setjmp(back); }

int main(void) {
  unsigned char way;
  nadir_symbolic(&way, sizeof way, "way");
  int (*volatile f)(void) = (int (*)(void))&number;
  if (way == 1) return f(); // ERROR: bad-call
  f = (int (*)(void))0x123456;
  if (way == 2) return f(); // ERROR: bad-call
  f = mark;
  if (f()) return 3;
  if (way == 3) longjmp(back, 1); // ERROR: bad-jump
  return 0;
}
