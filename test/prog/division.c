// RUN: run
// EXPECT: finished 1
// EXPECT: error division 11
// EXPECT: error division-overflow 11
#include <nadir.h>

int main(void) {
  int x, y;
  nadir_symbolic(&x, sizeof x, "x");
  nadir_symbolic(&y, sizeof y, "y");
  return x / y;
}
