// A symbolic division by zero, and the quotient that does not fit, are two errors.
// RUN: run
// EXPECT: finished 1
// EXPECT: error division 12
// EXPECT: error division-overflow 12
#include <nadir.h>

int main(void) {
  int x, y;
  nadir_symbolic(&x, sizeof x, "x");
  nadir_symbolic(&y, sizeof y, "y");
  return x / y;
}
