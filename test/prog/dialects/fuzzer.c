// A fuzz target reaches its trap only if the input is long enough.
// RUN: run --size 3
// EXPECT: error 1
// EXPECT: error trap 14
// RUN: run --size 2
// EXPECT: error 0
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 3) return 0;
  if (data[0] == 'F')
    if (data[1] == 'U')
      if (data[2] == 'Z') __builtin_trap();
  return 0;
}
