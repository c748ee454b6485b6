// A computed goto under symbolic control.
// RUN: run
// EXPECT: finished 3
#include <nadir.h>

int main(void) {
  static void *const to[] = {&&one, &&two, &&three};
  unsigned char i;
  nadir_symbolic(&i, sizeof i, "i");
  nadir_assume(i < 3);
  goto *to[i];
one:
  return 1;
two:
  return 2;
three:
  return 3;
}
