/* sbox.c — N rounds of substitution and mixing of four bytes by the S-box of AES: which input gives
 * this output? */
#include <nadir.h>
#include <stdint.h>

static uint8_t sbox[256];

static void fill(void) { /* inverses in GF(2^8), then an affine map */
  uint8_t p = 1, q = 1;
  do {
    p = (uint8_t)(p ^ p << 1 ^ (p & 0x80 ? 0x1b : 0));
    q = (uint8_t)(q ^ q << 1);
    q = (uint8_t)(q ^ q << 2);
    q = (uint8_t)(q ^ q << 4);
    if (q & 0x80) q ^= 9;
    uint8_t x = (uint8_t)(q ^ (q << 1 | q >> 7) ^ (q << 2 | q >> 6) ^ (q << 3 | q >> 5) ^
                          (q << 4 | q >> 4));
    sbox[p] = x ^ 0x63;
  } while (p != 1);
  sbox[0] = 0x63;
}

int main(void) {
  uint8_t s[4];
  fill();
  nadir_symbolic(s, sizeof s, "s");
  for (int r = 0; r < N; r++) {
    for (int i = 0; i < 4; i++) s[i] = sbox[s[i] ^ (uint8_t)(17 * i + r)];
    uint8_t t = s[0];
    for (int i = 0; i < 3; i++) s[i] ^= s[i + 1];
    s[3] ^= t;
  }
  if (s[0] == 0x12 && s[1] == 0x34 && s[2] == 0x56 && s[3] == 0x78) return 1;
  return 0;
}
