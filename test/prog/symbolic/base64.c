// Decoding with a table what encoding with another gave: the identity, for all three bytes.
// RUN: run
// EXPECT: finished 1
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int main(void) {
  unsigned char in[3], value[128] = {0};
  char out[4];
  for (unsigned char i = 0; i < 64; i++) value[(int)digits[i]] = i;
  nadir_symbolic(in, sizeof in, "in");
  unsigned word = (unsigned)in[0] << 16 | (unsigned)in[1] << 8 | in[2];
  for (int i = 0; i < 4; i++) out[i] = digits[word >> (18 - 6 * i) & 63];
  unsigned back = 0;
  for (int i = 0; i < 4; i++) back = back << 6 | value[(int)out[i]];
  assert(back == word);
  return 0;
}
