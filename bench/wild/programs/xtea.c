/* XTEA over whole blocks of 8 bytes; what is left is only masked.  The cost is a step for each block.
 *
 * call: encrypt(unsigned char data[N], N)
 * small: 1:6
 * class: n
 * values: data [0, 255]
 * killer: data = [0] * N
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static const uint32_t key[4] = {0x00010203, 0x04050607, 0x08090A0B, 0x0C0D0E0F};

static void block(uint32_t v[2]) {
  uint32_t a = v[0], b = v[1], sum = 0;
  for (int round = 0; round < 32; round++) {
    a += (((b << 4) ^ (b >> 5)) + b) ^ (sum + key[sum & 3]);
    sum += 0x9E3779B9u;
    b += (((a << 4) ^ (a >> 5)) + a) ^ (sum + key[(sum >> 11) & 3]);
  }
  v[0] = a;
  v[1] = b;
}

int encrypt(unsigned char *data, size_t n) {
  size_t at = 0;
  for (; at + 8 <= n; at += 8) {
    uint32_t v[2];
    memcpy(v, data + at, sizeof v);
    block(v);
    memcpy(data + at, v, sizeof v);
  }
  for (; at < n; at++) data[at] ^= 0x55;
  return (int)(n / 8);
}
