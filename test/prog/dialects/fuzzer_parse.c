// A fuzz target that decodes its input: the length is the option's, the bytes are symbols.
// RUN: run --size 0
// EXPECT: finished 1
// RUN: run --size 3
// EXPECT: error 0
// RUN: run --size 4
// EXPECT: error write-bounds 19
#include <stddef.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char field[2] = "";
  const uint8_t *end = data + size;
  while (end - data >= 2) {
    uint8_t kind = data[0], length = data[1];
    data += 2;
    if (kind != 7 || length > end - data) break;
    for (uint8_t i = 0; i < length; i++) field[i + (length > 1)] = (char)data[i];
    data += length;
  }
  return field[0] & 0;
}
