// A constant table at a symbolic index is one object: no fork, and the solver sees through it.
// RUN: run
// EXPECT: finished 2
#include <assert.h>
#include <nadir.h>

static const unsigned char squares[16] = {0,  1,  4,   9,   16,  25,  36,  49,
                                          64, 81, 100, 121, 144, 169, 196, 225};

int main(void) {
  unsigned char i;
  nadir_symbolic(&i, sizeof i, "i");
  nadir_assume(i < 16);
  if (squares[i] == 121) assert(i == 11);
  else assert(squares[i] != 121);
  assert(squares[i] != 120);
  return 0;
}
