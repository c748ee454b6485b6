/* Blocks of a bit stream in the manner of deflate: each of type 1 makes its code tables again, so that an empty block of 10 bits
 * costs as much as thousands of letters.
 *
 * call: inflate(unsigned char data[N], N)
 * small: 1:2
 * class: n
 * values: data range(0, 256, 2)
 * killer: bits = [0, 1, 0] + [0] * 7; data = [sum(bits[(8 * i + b) % 10] << b for b in range(8)) for i in range(N)]
 */
#include <stddef.h>

enum { SYMBOLS = 288, LONGEST = 9 };

struct stream {
  const unsigned char *data;
  size_t n, at; /* bits */
  size_t written;
};

struct code {
  short count[LONGEST + 1], symbol[SYMBOLS];
};

static int bit(struct stream *s) {
  if (s->at == 8 * s->n) return -1;
  int b = s->data[s->at / 8] >> s->at % 8 & 1;
  s->at++;
  return b;
}

static void make_fixed(struct code *c) {
  short offset[LONGEST + 2] = {0};
  unsigned char length[SYMBOLS];
  for (int i = 0; i < SYMBOLS; i++) length[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
  for (int l = 0; l <= LONGEST; l++) c->count[l] = 0;
  for (int i = 0; i < SYMBOLS; i++) c->count[length[i]]++;
  for (int l = 1; l <= LONGEST; l++) offset[l + 1] = offset[l] + c->count[l];
  for (int i = 0; i < SYMBOLS; i++) c->symbol[offset[length[i]]++] = (short)i;
}

static int decode(struct stream *s, const struct code *c) {
  int code = 0, first = 0, index = 0;
  for (int l = 1; l <= LONGEST; l++) {
    int b = bit(s);
    if (b < 0) return -1;
    code |= b;
    if (code - first < c->count[l]) return c->symbol[index + code - first];
    index += c->count[l];
    first = (first + c->count[l]) << 1;
    code <<= 1;
  }
  return -1;
}

static int fixed_block(struct stream *s) {
  struct code c;
  make_fixed(&c);
  for (;;) {
    int symbol = decode(s, &c);
    if (symbol == 256) return 1;
    if (symbol < 0 || symbol > 256) return 0;
    s->written++;
  }
}

static int stored_block(struct stream *s) {
  s->at = (s->at + 7) / 8 * 8;
  if (s->at / 8 + 1 > s->n) return 0;
  size_t length = s->data[s->at / 8];
  s->at += 8;
  if (s->at / 8 + length > s->n) return 0;
  s->at += 8 * length;
  s->written += length;
  return 1;
}

int inflate(const unsigned char *data, size_t n) {
  struct stream s = {data, n, 0, 0};
  for (;;) {
    int is_last = bit(&s), low = bit(&s), high = bit(&s);
    if (high < 0 || high) return -1;
    if (!(low ? fixed_block(&s) : stored_block(&s))) return -1;
    if (is_last) return (int)s.written;
  }
}
