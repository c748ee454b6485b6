// What no value of a length or an address may do is found before they are split into their values.
// RUN: run --set machine.max-values=3
// EXPECT: error 6
// EXPECT: error read-bounds 18
// EXPECT: finished 12
// EXPECT: bound 2
// EXPECT: text over the end of a local variable of 8 bytes
#include <nadir.h>
#include <string.h>

int main(void) {
  char from[32] = "text", to[8], *at = to;
  unsigned char way;
  unsigned n;
  nadir_symbolic(&way, sizeof way, "way");
  nadir_symbolic(&n, sizeof n, "n");
  if (way == 4 || way == 5) nadir_assume(n < 16); // not as far as the next object
  if (way == 1) memcpy(to, from, n); // ERROR: write-bounds
  if (way == 2) memmove(to, to + 1, n); // ERROR: read-bounds
  if (way == 3) memset(to, 0, (size_t)n << 2); // ERROR: write-bounds
  if (way == 4) memset(to + n, 0, 4); // ERROR: write-bounds
  if (way == 5) memcpy(to, at + (size_t)n - 4, 3); // ERROR: read-bounds
  return 0;
}
