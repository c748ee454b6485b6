/* Numbers in a bit stream: so many zeros, a one, and as many bits; each says how many points a run has, of at most 63.
 *
 * call: decode_runs(unsigned char data[N], N)
 * small: 1:3
 * class: n
 * values: data [0, 1, 2, 0x40, 0xC0, 0x20, 0x80, 0x10, 0xFF]
 * killer: bits = [0] * 5 + [1] * 6; data = [sum(bits[(8 * i + b) % 11] << (7 - b) for b in range(8)) for i in range(N)]
 */
#include <stddef.h>

struct bits {
  const unsigned char *data;
  size_t at, end;
};

static int next(struct bits *b) {
  if (b->at >= b->end) return -1;
  int value = b->data[b->at / 8] >> (7 - b->at % 8) & 1;
  b->at++;
  return value;
}

static int read_number(struct bits *b) {
  int zeros = 0, bit, value = 1;
  while ((bit = next(b)) == 0) zeros++;
  if (bit < 0 || zeros > 5) return -1;
  for (; zeros; zeros--) {
    if ((bit = next(b)) < 0) return -1;
    value = value * 2 + bit;
  }
  return value;
}

int decode_runs(const unsigned char *data, size_t n) {
  struct bits b = {data, 0, 8 * n};
  int length, level = 0, sum = 0;
  while ((length = read_number(&b)) > 0)
    for (int i = 0; i < length; i++) {
      level += i % 2 ? 1 : -1;
      sum += level;
    }
  return sum;
}
