// Symbolic indices into an object of many pages: read and written far apart, copied, read again.
// RUN: run
// EXPECT: finished 1
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>
#include <string.h>

static unsigned a[5000], b[5000];

int main(void) {
  unsigned i, x;
  nadir_symbolic(&i, sizeof i, "i");
  nadir_symbolic(&x, sizeof x, "x");
  nadir_assume(i >= 1000);
  nadir_assume(i < 4996);
  for (unsigned k = 0; k < 5000; k++) a[k] = k;
  a[i] = x;
  a[i + 3] = x + 1;
  memcpy(b, a, sizeof a);
  assert(b[i] == x && b[i + 3] == x + 1);
  assert(b[i + 1] == i + 1);
  assert(b[999] == 999 && b[4999] == 4999);
  return 0;
}
