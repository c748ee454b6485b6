// Integers of 128 bits under assertions.
// RUN: run
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>

int main(void) {
  unsigned long a, b;
  nadir_symbolic(&a, sizeof a, "a");
  nadir_symbolic(&b, sizeof b, "b");
  unsigned __int128 sum = (unsigned __int128)a + b;
  assert((unsigned long)sum == a + b);
  assert((unsigned long)(sum >> 64) == (a + b < a));
  unsigned __int128 wide = (unsigned __int128)a << 64 | b;
  assert((unsigned long)(wide >> 64) == a);
  assert(wide >= b);
  return 0;
}
