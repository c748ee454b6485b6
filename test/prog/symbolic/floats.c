// Floats that depend on a symbol end their path with that reason; bits of a float may be symbols.
// RUN: run
// EXPECT: finished 1
// EXPECT: symbolic-float 2
// EXPECT: error 0
// EXPECT: ledger floats.c:19
#include <assert.h>
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
  if (way == 1) return d > 1.0;
  if (way == 2) return (int)(d * 2);
  double other = d;
  memcpy(&bits, &other, sizeof bits);
  return 0;
}
