// Symbolic pointers into one array: compared, subtracted, walked.
// RUN: run
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>
#include <stddef.h>

int main(void) {
  short a[10];
  unsigned char i, j;
  nadir_symbolic(&i, sizeof i, "i");
  nadir_symbolic(&j, sizeof j, "j");
  nadir_assume(i < 10 & j < 10);
  for (short k = 0; k < 10; k++) a[k] = k;
  short *p = a + i, *q = &a[j];
  assert(p - q == i - j);
  assert((p < q) == (i < j));
  assert(*p - *q == p - q);
  if (p == q) assert(i == j);
  ptrdiff_t steps = 0;
  while (p < a + 10) {
    p++;
    steps++;
  }
  assert(steps == 10 - i);
  return 0;
}
