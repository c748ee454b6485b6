// A word written at a symbolic index, seen through bytes, a shifted word and a copy.
// RUN: run
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>
#include <stdint.h>
#include <string.h>

int main(void) {
  uint32_t words[4] = {0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c}, x, y;
  uint8_t *bytes = (uint8_t *)words, i, j;
  nadir_symbolic(&i, sizeof i, "i");
  nadir_symbolic(&j, sizeof j, "j");
  nadir_symbolic(&x, sizeof x, "x");
  nadir_assume(i < 4 & j < 13);
  words[i] = x;
  memcpy(&y, bytes + 4 * i, 4);
  assert(y == x);
  assert(bytes[4 * i + 2] == (uint8_t)(x >> 16));
  memcpy(&y, bytes + j, 4);
  if (j == 4 * i) assert(y == x);
  if (j + 4 <= 4 * i || j >= 4 * i + 4) assert((y & 0xff) == j && y >> 24 == j + 3u);
  bytes[j] = 0xee;
  memcpy(&y, bytes + j, 4);
  assert((y & 0xff) == 0xee);
  return 0;
}
