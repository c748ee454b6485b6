// atoi of symbolic digits reaches each value that two digits can have.
// RUN: run
// EXPECT: error 1
#include <assert.h>
#include <nadir.h>
#include <stdlib.h>

int main(void) {
  char s[3] = "";
  nadir_symbolic(s, 2, "s");
  int n = atoi(s);
  assert(n >= -9 && n <= 99);
  assert(n != 73); // ERROR: assert
  return 0;
}
