/* Standard input: symbolic bytes, and a position in the middle of them. */
// RUN: run -- --sym-stdin 4
// EXPECT: finished 3
// RUN: run
// EXPECT: finished 1
#include "kernel.h"

int main(void) {
  char b[10] = {0};
  struct stat s;
  long n = call(read, 0, b, 3);
  if (n == 0) return 9; /* there is none */
  assert(n == 3);
  assert(call(read, 0, b + 3, 7) == 1);
  assert(call(read, 0, b, 10) == 0);
  assert(call(fstat, 0, &s, 0) == 0 && s.st_size == 4 && S_ISREG(s.st_mode));
  if (b[0] == 'a') return 1;
  if (b[3] == 'd') return 2;
  return 0;
}
