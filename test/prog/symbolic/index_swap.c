// A permutation by swaps at symbolic places stays a permutation.
// RUN: run
// EXPECT: finished 1
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>

int main(void) {
  unsigned char a[4] = {0, 1, 2, 3}, i, j;
  for (int round = 0; round < 2; round++) {
    nadir_symbolic(&i, sizeof i, "i");
    nadir_symbolic(&j, sizeof j, "j");
    nadir_assume(i < 4 & j < 4);
    unsigned char x = a[i];
    a[i] = a[j];
    a[j] = x;
  }
  assert((1 << a[0] | 1 << a[1] | 1 << a[2] | 1 << a[3]) == 15);
  return 0;
}
