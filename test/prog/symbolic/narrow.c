// Truncation hides a large length: a check on the narrow value passes, the wide one is used.
// RUN: run
// EXPECT: error 1
#include <nadir.h>
#include <stdint.h>

int main(void) {
  static char to[256];
  uint32_t n;
  nadir_symbolic(&n, sizeof n, "n");
  nadir_assume(n < 300);
  uint8_t narrow = (uint8_t)n;
  if (narrow > 20) return 0;
  to[n] = 1; // ERROR: write-bounds
  return 0;
}
