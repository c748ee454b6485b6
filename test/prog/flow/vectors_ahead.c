// Optimised code takes elements before it asks whether they are there: no error.
// RUN: run -O2
// RUN: run -O2 --unset=error
// EXPECT: finished 1
#include <nadir.h>

typedef int four __attribute__((vector_size(16)));

__attribute__((noinline)) static int at(four v, unsigned i) { return i < 4 ? v[i] : 5; }

int main(void) {
  unsigned char i;
  nadir_symbolic(&i, 1, "i");
  four v = {i, 2, 3, 4};
  volatile int x = at(v, i);
  return 0;
}
