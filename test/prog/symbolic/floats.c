// What is not done with floats that are symbols ends the path with that reason.
// RUN: run
// EXPECT: finished 1
// EXPECT: symbolic-float 2
// EXPECT: error 0
// EXPECT: ledger floats.c:20
#include <assert.h>
#include <math.h>
#include <nadir.h>
#include <string.h>

int main(void) {
  double d;
  unsigned char way;
  unsigned long bits;
  nadir_symbolic(&d, sizeof d, "d");
  nadir_symbolic(&way, sizeof way, "way");
  memcpy(&bits, &d, sizeof bits);
  assert(bits >> 63 <= 1);
  if (way == 1) return (long double)d > 1;
  if (way == 2) return (int)sin(d);
  double other = d;
  memcpy(&bits, &other, sizeof bits);
  return 0;
}
