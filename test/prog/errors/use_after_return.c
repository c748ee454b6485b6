// A local variable does not outlive its function; one of the caller does.
// RUN: run
// EXPECT: finished 1
// EXPECT: error 2
#include <nadir.h>

static int *kept;

static void keep(int *p) {
  int local = 5;
  kept = p ? p : &local;
  *kept += 1;
}

int main(void) {
  int mine = 1;
  unsigned char way;
  nadir_symbolic(&way, sizeof way, "way");
  keep(way < 2 ? 0 : &mine);
  if (way == 0) *kept = 3; // ERROR: use-returned
  return *kept;            // ERROR: use-returned
}
