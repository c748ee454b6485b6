// The ways a program ends by itself.
// RUN: run
// EXPECT: finished 2
// EXPECT: error 3
#include <nadir.h>
#include <stdlib.h>

int main(void) {
  unsigned char way;
  nadir_symbolic(&way, sizeof way, "way");
  switch (way) {
  case 1: abort(); // ERROR: abort
  case 2: exit(3);
  case 3: __builtin_trap();        // ERROR: trap
  case 4: __builtin_unreachable(); // ERROR: unreachable
  }
  return 0;
}
