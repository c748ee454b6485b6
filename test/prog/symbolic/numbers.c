// strtol of three symbolic characters: every value that is asked for is found.
// RUN: run
// EXPECT: error 2
#include <assert.h>
#include <nadir.h>
#include <stdlib.h>

int main(void) {
  char s[4];
  nadir_symbolic(s, sizeof s, "s");
  s[3] = 0;
  for (int i = 0; i < 3; i++) nadir_assume(s[i] >= '0' & s[i] <= '9');
  long n = strtol(s, NULL, 10);
  assert(n >= 0 && n <= 999);
  if (n == 437) abort();        // ERROR: abort
  if (n * n == 998001) abort(); // ERROR: abort
  return 0;
}
