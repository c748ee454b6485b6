// Large memory of one byte, be it a symbol, is not taken byte by byte; neither is a large input.
// RUN: run
// EXPECT: finished 4
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>
#include <stdlib.h>
#include <string.h>

static char a[16 << 20], huge[3ull << 30];

int main(void) {
  unsigned char c;
  unsigned i;
  nadir_symbolic(&c, sizeof c, "c");
  nadir_symbolic(&i, sizeof i, "i");
  memset(a, c, sizeof a);
  a[12345678] = 3;
  if (i >= sizeof a) return 0;
  if (a[i] == 7) {
    assert(c == 7 && i != 12345678);
    return 1;
  }
  char *p = malloc(3ull << 30);
  memset(p, 1, 3ull << 30);
  memcpy(huge, p, sizeof huge);
  p = realloc(p, 3900ull << 20);
  assert(p && p[77] == 1 && huge[1ull << 31] == 1 && huge[i] == 1);
  nadir_symbolic(a, sizeof a, "a");
  a[5] = 1;
  return a[4] == 9 ? a[5] : 2;
}
