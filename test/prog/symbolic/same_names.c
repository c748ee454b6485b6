// Inputs of the same name are different inputs; a byte made symbolic twice has a new value.
// RUN: run
// EXPECT: finished 4
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>

int main(void) {
  char x, old;
  nadir_symbolic(&x, 1, "x");
  old = x;
  nadir_symbolic(&x, 1, "x");
  int equal = 0;
  if (x == old) equal++;
  if (x == 5) equal += 2;
  return equal;
}
