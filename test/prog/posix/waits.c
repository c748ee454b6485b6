/* A program that waits for itself hangs. */
// RUN: run
// EXPECT: error reported 11
// EXPECT: text waits forever: it reads from an empty pipe
#include "kernel.h"

int main(void) {
  int ends[2];
  char c;
  assert(call(pipe, ends, 0, 0) == 0);
  call(read, ends[0], &c, 1);
  return 0;
}
