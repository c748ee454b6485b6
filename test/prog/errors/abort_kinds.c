// assert tells its text, abort and trap their place, exit is no error.
// RUN: run
// EXPECT: finished 3
// EXPECT: error 4
// EXPECT: text way != 1 && "first"
#include <assert.h>
#include <nadir.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  unsigned char way;
  nadir_symbolic(&way, sizeof way, "way");
  assert(way != 1 && "first");    // ERROR: assert
  if (way == 2) abort();          // ERROR: abort
  if (way == 3) __builtin_trap(); // ERROR: trap
  if (way == 4) exit(1);
  if (way == 5) _exit(2);
  if (way == 6) nadir_stop(__FILE__, __LINE__, "own words"); // ERROR: reported
  return 0;
}
