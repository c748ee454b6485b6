// A symbolic length at a pointer that no byte may be accessed through: zero is fine.
// RUN: run
// EXPECT: error 4
// EXPECT: finished 5
#include <nadir.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char from[8] = "text", *gone = malloc(4), *none = NULL;
  const char *word = "word";
  unsigned char way, n;
  free(gone);
  nadir_symbolic(&way, sizeof way, "way");
  nadir_symbolic(&n, sizeof n, "n");
  if (way == 1) memcpy(gone, from, n & 7); // ERROR: use-freed
  if (way == 2) memset(none, 0, n); // ERROR: null-pointer
  if (way == 3) memset((char *)word, 0, n); // ERROR: write-constant
  if (way == 4) memset((char *)0x1234567000, 0, n); // ERROR: write-bounds
  return 0;
}
