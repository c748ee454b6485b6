// Division by a zero that is no symbol, in every width; and the one quotient that does not fit.
// RUN: run
// EXPECT: finished 1
// EXPECT: error 6
#include <limits.h>
#include <nadir.h>

int main(void) {
  unsigned char way;
  nadir_symbolic(&way, sizeof way, "way");
  volatile int zero = 0, minus = -1;
  volatile long least = LONG_MIN;
  volatile __int128 wide = 5;
  switch (way) {
  case 1: return 1 / zero;                    // ERROR: division
  case 2: return 1 % zero;                    // ERROR: division
  case 3: return (int)(7ul / (unsigned)zero); // ERROR: division
  case 4: return (int)(least / minus);        // ERROR: division-overflow
  case 5: return (int)(least % minus);        // ERROR: division-overflow
  case 6: return (int)(wide / zero);          // ERROR: division
  }
  return 0;
}
