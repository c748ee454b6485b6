// False laws: nadir finds where they break.
// RUN: run
// EXPECT: error 6
#include <assert.h>
#include <limits.h>
#include <nadir.h>
#include <stdint.h>

int main(void) {
  unsigned char way;
  int x;
  uint16_t u;
  nadir_symbolic(&way, sizeof way, "way");
  nadir_symbolic(&x, sizeof x, "x");
  nadir_symbolic(&u, sizeof u, "u");
  switch (way) {
  case 1: assert((x < 0 ? 0u - (unsigned)x : (unsigned)x) <= INT_MAX); break; // ERROR: assert
  case 2: assert((x & 1) == x % 2); break;                                    // ERROR: assert
  case 3: assert((uint16_t)(u * u) >= u); break;                              // ERROR: assert
  case 4: assert(x / 2 == x >> 1); break;                                     // ERROR: assert
  case 5: assert((unsigned)x > 10 || x <= 9); break;                          // ERROR: assert
  case 6: assert((u << 1) >> 1 == (uint16_t)(u << 1) >> 1); break;            // ERROR: assert
  }
  return 0;
}
