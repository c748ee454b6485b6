/* Looks for an input of a hash of 64 rounds. */
#include <nadir.h>
int main(void) {
  unsigned v[4], a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  nadir_symbolic(v, sizeof v, "v");
  for (int i = 0; i < 64; i++) {
    unsigned f = (b & c) | (~b & d), t = a + f + v[i & 3] + (unsigned)i * 0x9e3779b9;
    a = d, d = c, c = b, b += t << 7 | t >> 25;
  }
  return a == 0x12345678 && b == 0x9abcdef0;
}
