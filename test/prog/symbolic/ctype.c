// The tables of ctype.h at a symbolic index: no fork but those of the program.
// RUN: run
// EXPECT: finished 3
// EXPECT: error 0
#include <assert.h>
#include <ctype.h>
#include <nadir.h>

int main(void) {
  unsigned char c;
  nadir_symbolic(&c, sizeof c, "c");
  if (isdigit(c)) {
    assert((unsigned)(c - '0') < 10);
    return 1;
  }
  if (isupper(c)) {
    assert(tolower(c) == c + 32);
    return 2;
  }
  return 0;
}
