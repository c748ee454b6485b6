/* siphash.c — SipHash with N rounds (and one at the end) of one word under a known key: may its low
 * 16 bits be these? */
#include <nadir.h>
#include <stdint.h>

static uint64_t rotated(uint64_t x, int by) {
  return x << by | x >> (64 - by);
}

static void round_of(uint64_t *v) {
  v[0] += v[1], v[1] = rotated(v[1], 13) ^ v[0], v[0] = rotated(v[0], 32);
  v[2] += v[3], v[3] = rotated(v[3], 16) ^ v[2];
  v[0] += v[3], v[3] = rotated(v[3], 21) ^ v[0];
  v[2] += v[1], v[1] = rotated(v[1], 17) ^ v[2], v[2] = rotated(v[2], 32);
}

int main(void) {
  uint64_t word, k0 = 0x0706050403020100, k1 = 0x0f0e0d0c0b0a0908;
  uint64_t v[4] = {k0 ^ 0x736f6d6570736575, k1 ^ 0x646f72616e646f6d, k0 ^ 0x6c7967656e657261,
                   k1 ^ 0x7465646279746573};
  nadir_symbolic(&word, sizeof word, "word");
  v[3] ^= word;
  for (int i = 0; i < N; i++) round_of(v);
  v[0] ^= word;
  v[2] ^= 0xff;
  round_of(v);
  uint64_t hash = v[0] ^ v[1] ^ v[2] ^ v[3];
  if ((hash & 0xffff) == 0xbeef) return 1;
  return 0;
}
