// A pointer that is null for one input.
// RUN: run
// EXPECT: finished 1
#include <nadir.h>
#include <stddef.h>

int main(void) {
  int x, y = 0, *p = &y;
  nadir_symbolic(&x, sizeof x, "x");
  if (x == 77) p = NULL;
  *p = 1; // ERROR: null-pointer
  return y;
}
