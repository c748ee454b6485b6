// memcpy of a symbolic length: split into its values.
// RUN: run
// EXPECT: finished 5
// EXPECT: error write-bounds 15
#include <nadir.h>
#include <string.h>

int main(void) {
  const char from[8] = "abcdefg";
  char to[4];
  unsigned char n;
  nadir_symbolic(&n, sizeof n, "n");
  nadir_assume(n <= 5);
  unsigned long length = n;
  if (length > 0) memcpy(to, from, length);
  return 0;
}
