// Conversions between widths and signs, for every input at once.
// RUN: run
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>

int main(void) {
  int x;
  nadir_symbolic(&x, sizeof x, "x");
  signed char c = (signed char)x;
  unsigned char u = (unsigned char)x;
  short s = (short)x;
  assert((c & 0xff) == u);
  assert((unsigned short)s % 256 == u);
  assert((long long)(unsigned)x == (x < 0 ? x + 0x100000000ll : x));
  assert(-(unsigned)x == ~(unsigned)x + 1u);
  assert((c < 0) == (u >= 128));
  return 0;
}
