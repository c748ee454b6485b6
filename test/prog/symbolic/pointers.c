// A symbolic pointer into one of three objects: a path for each.
// RUN: run
// EXPECT: finished 3
#include <assert.h>
#include <nadir.h>

int a[2] = {1, 2}, b = 3, c[3] = {4, 5, 6};

int main(void) {
  int *at[3] = {a, &b, c};
  unsigned char i;
  nadir_symbolic(&i, sizeof i, "i");
  nadir_assume(i < 3);
  int *p = at[i];
  *p += 10;
  assert(a[0] + b + c[0] == 18);
  return 0;
}
