// Writing at a symbolic index changes that element and no other.
// RUN: run
// EXPECT: error 0
// RUN: run -O2
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>

int main(void) {
  int a[6] = {1, 2, 3, 4, 5, 6}, x;
  unsigned char i, j;
  nadir_symbolic(&i, sizeof i, "i");
  nadir_symbolic(&j, sizeof j, "j");
  nadir_symbolic(&x, sizeof x, "x");
  nadir_assume(i < 6 & j < 6);
  a[i] = x;
  assert(a[i] == x);
  if (i != j) assert(a[j] == j + 1);
  a[j] = 77;
  assert(a[j] == 77);
  assert(a[i] == (i == j ? 77 : x));
  int sum = 0;
  for (int k = 0; k < 6; k++) sum += a[k] == k + 1;
  assert(sum >= 4);
  return 0;
}
