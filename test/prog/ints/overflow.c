// The overflow builtins, both ways.
// RUN: run
// EXPECT: finished 4
#include <assert.h>
#include <nadir.h>

int main(void) {
  int x, r;
  unsigned char a, b, product;
  nadir_symbolic(&x, sizeof x, "x");
  nadir_symbolic(&a, 1, "a");
  nadir_symbolic(&b, 1, "b");
  int n = 0;
  if (__builtin_add_overflow(x, 100, &r)) {
    assert(x > 0x7fffffff - 100);
    n++;
  }
  if (__builtin_mul_overflow(a, b, &product)) n += 2;
  return n;
}
