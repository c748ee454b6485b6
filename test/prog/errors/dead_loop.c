// A function that promises to return, and does not, is not passed over.
// RUN: run --set explore.max-path-instructions=1000
// EXPECT: finished 1
// EXPECT: budget 1
#include <nadir.h>

__attribute__((const)) static unsigned counts(unsigned n) {
  unsigned i = 0;
  while (i != n) i += 2;
  return i;
}

int main(void) {
  unsigned char odd;
  nadir_symbolic(&odd, sizeof odd, "odd");
  if (odd == 1) counts(1);
  return 0;
}
