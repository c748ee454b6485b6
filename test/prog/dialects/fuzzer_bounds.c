// The data is an object of exactly its size: one byte more is out of bounds.
// RUN: run --size 2
// EXPECT: error 1
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (data[0] != 'x') return 0;
  return data[size] ? 1 : 2; // ERROR: read-bounds
}
