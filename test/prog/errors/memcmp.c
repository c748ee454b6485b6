// memcmp is given two objects of n bytes, also where they differ early, and where a symbol decides how many bytes or where.
// RUN: run
// EXPECT: finished 11
// EXPECT: error 6
#include <nadir.h>
#include <string.h>

int main(void) {
  unsigned char way, n;
  char a[4] = "abc", b[8] = "xbcdefg";
  nadir_symbolic(&way, sizeof way, "way");
  nadir_symbolic(&n, sizeof n, "n");
  nadir_assume(way < 8);
  int differs = 0;
  if (way == 1) differs = memcmp(a, b, 5); // ERROR: read-bounds
  if (way == 2) differs = memcmp(b, a, 8); // ERROR: read-bounds
  if (way == 3) differs = memcmp(a, b, 4);
  if (way == 4) differs = memcmp(a, b, n); // ERROR: read-bounds
  if (way == 5) differs = memcmp(b, a, n); // ERROR: read-bounds
  if (way == 6 && n <= 4) differs = memcmp(a, b, n);
  if (way == 7 && n < 6) differs = memcmp(b + n, a, 4); // ERROR: read-bounds
  return differs > 1000;
}
