// A table read with an index one too large: one error with the input that shows it.
// RUN: run
// EXPECT: finished 1
// EXPECT: error 1
#include <nadir.h>

static const char hex[] = "0123456789abcdef";

int main(void) {
  unsigned char x;
  nadir_symbolic(&x, sizeof x, "x");
  nadir_assume(x <= 17);
  return hex[x]; // ERROR: read-bounds
}
