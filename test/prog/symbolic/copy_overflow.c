// A length from the input that is checked with the wrong sign.  Two values are huge: one error,
// and copying reads before it writes.
// RUN: run
// EXPECT: error 1
// EXPECT: finished 10
#include <nadir.h>
#include <string.h>

int main(void) {
  char from[32] = "text", to[8];
  signed char n;
  nadir_symbolic(&n, sizeof n, "n");
  nadir_assume(n > -3);
  if (n > 8) return 0;
  memcpy(to, from, (size_t)n); // ERROR: read-bounds
  return 0;
}
