// Indices in a table that lead to the next index: a symbolic start, three steps.
// RUN: run
// EXPECT: finished 1
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>

static const unsigned char next[8] = {3, 6, 5, 1, 0, 7, 2, 4};

int main(void) {
  unsigned char i;
  nadir_symbolic(&i, sizeof i, "i");
  nadir_assume(i < 8);
  unsigned char j = next[next[next[i]]];
  assert(j < 8 && j != i);
  return 0;
}
