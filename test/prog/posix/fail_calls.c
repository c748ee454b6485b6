/* Calls that fail on request: one of them on each path. */
// RUN: run --fail-calls 1
// EXPECT: finished 4
// EXPECT: error assert 15
// RUN: run
// EXPECT: finished 1
#include "kernel.h"

int main(void) {
  char b[4];
  long fd = call(open, "f", O_RDWR | O_CREAT, 0600);
  if (fd < 0) return 1;
  if (call(write, fd, "abc", 3) < 0) return 2;
  if (call(lseek, fd, 0, SEEK_SET)) return 3;
  assert(call(read, fd, b, 3) == 3);
  return call(close, fd, 0, 0) ? 4 : 0;
}
