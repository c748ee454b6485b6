/* What is not there is told once. */
// RUN: run
// EXPECT: finished 1
// EXPECT: ledger # missing	fork
#include "kernel.h"

int main(void) {
  assert(call(fork, 0, 0, 0) == -ENOSYS);
  assert(call(fork, 0, 0, 0) == -ENOSYS);
  return 0;
}
