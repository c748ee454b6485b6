// A computed goto through a symbolic index: a path for each label.
// RUN: run
// EXPECT: finished 3
#include <nadir.h>

int main(void) {
  static const void *const labels[] = {&&one, &&two, &&three};
  unsigned char i;
  nadir_symbolic(&i, sizeof i, "i");
  nadir_assume(i < 3);
  goto *labels[i];
one:
  return 1;
two:
  return 2;
three:
  return 3;
}
