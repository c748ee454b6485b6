// memcmp is given two objects of n bytes, also where they differ early.
// RUN: run
// EXPECT: finished 2
// EXPECT: error 2
#include <nadir.h>
#include <string.h>

int main(void) {
  unsigned char way;
  char a[4] = "abc", b[8] = "xbcdefg";
  nadir_symbolic(&way, sizeof way, "way");
  nadir_assume(way < 4);
  int differs = 0;
  if (way == 1) differs = memcmp(a, b, 5); // ERROR: read-bounds
  if (way == 2) differs = memcmp(b, a, 8); // ERROR: read-bounds
  if (way == 3) differs = memcmp(a, b, 4);
  return differs > 1000;
}
