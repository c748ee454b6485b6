// A word of which only some bytes are inside of the object is out of bounds.
// RUN: run
// EXPECT: finished 2
#include <nadir.h>
#include <stdint.h>
#include <string.h>

int main(void) {
  unsigned char bytes[10] = {0}, at;
  nadir_symbolic(&at, sizeof at, "at");
  nadir_assume(at <= 10);
  if (at == 6) return *(int32_t *)(bytes + at) ? 1 : 0;
  if (at == 7) *(int32_t *)(bytes + at) = 1;         // ERROR: write-bounds
  if (at == 8) return *(int32_t *)(bytes + at);      // ERROR: read-bounds
  if (at == 3) return (int)*(int64_t *)(bytes + at); // ERROR: read-bounds
  return 0;
}
