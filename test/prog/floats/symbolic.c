// Arithmetic, conversions and functions of symbolic floats: inputs are found that a native run
// confirms, and what holds of all of them is proven.
// RUN: run
// EXPECT: finished 17
#include <assert.h>
#include <math.h>
#include <nadir.h>
#include <stdint.h>

static void find(unsigned char way, double x, double y, float f, int i) {
  switch (way) {
  case 0: assert(!(x + y == 3.5) | !(x - y == 1.25)); break; // ERROR: assert
  case 1: assert(i * 0.5 != 21.5); break;                    // ERROR: assert
  case 2: assert(f * 3.0f != 7.5f); break;                   // ERROR: assert
  case 3: assert(x / 3.0 != 2.0); break;                     // ERROR: assert
  case 4: assert(sqrt(x) != 1.5); break;                     // ERROR: assert
  case 5: assert(((int)x != 42) | (x == 42.0)); break;       // ERROR: assert
  case 6: assert(!(x > 0) | (x + 1.0 != x)); break;          // ERROR: assert
  case 7: assert((floor(x) != 5.0) | (x == 5.0)); break;     // ERROR: assert
  case 8: assert((float)x != 0.1f); break;                   // ERROR: assert
  case 9: assert((uint64_t)x != 1ull << 63); break;          // ERROR: assert
  }
}

static void prove(unsigned char way, double x, double y, float f, int i) {
  switch (way) {
  case 20:
    nadir_assume((x >= 0) & (x <= 10) & (y >= 0) & (y <= 10));
    assert(x + y <= 20);
    break;
  case 21: assert((int)(double)i == i); break;
  case 22: assert(fabs(x) >= 0 || isnan(x)); break;
  case 23: assert((float)(double)f == f || isnan(f)); break;
  default: assert(signbit(-f) != signbit(f));
  }
}

int main(void) {
  double x, y;
  float f;
  int i;
  unsigned char way;
  nadir_symbolic(&x, sizeof x, "x");
  nadir_symbolic(&y, sizeof y, "y");
  nadir_symbolic(&f, sizeof f, "f");
  nadir_symbolic(&i, sizeof i, "i");
  nadir_symbolic(&way, 1, "way");
  find(way, x, y, f, i);
  if (way > 9) prove(way, x, y, f, i);
  return 0;
}
