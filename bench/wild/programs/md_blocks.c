/* A hash in the manner of MD5: pads to blocks of 64 bytes with the length behind, then 64 rounds for each block.
 *
 * call: digest(unsigned char data[N], N)
 * small: 1:6
 * class: n
 * values: data [0, 255]
 * killer: data = [0] * N
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static uint32_t rotate(uint32_t x, unsigned by) {
  return x << by | x >> (32 - by);
}

static void mix(uint32_t s[4], const unsigned char *p) {
  static const unsigned char shift[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
  uint32_t w[16], a = s[0], b = s[1], c = s[2], d = s[3];
  memcpy(w, p, sizeof w);
  for (unsigned i = 0; i < 64; i++) {
    uint32_t f = i < 16 ? (b & c) | (~b & d) : i < 32 ? (d & b) | (~d & c) : b ^ c ^ d;
    uint32_t next = b + rotate(a + f + w[(5 * i + i / 16) % 16] + 0x5A827999u * i, shift[i / 16 * 4 + i % 4]);
    a = d;
    d = c;
    c = b;
    b = next;
  }
  s[0] += a;
  s[1] += b;
  s[2] += c;
  s[3] += d;
}

uint32_t digest(const unsigned char *data, size_t n) {
  uint32_t s[4] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476};
  unsigned char last[128] = {0};
  size_t whole = n / 64 * 64, rest = n - whole, end = rest < 56 ? 64 : 128;
  for (size_t at = 0; at < whole; at += 64) mix(s, data + at);
  memcpy(last, data + whole, rest);
  last[rest] = 0x80;
  last[end - 8] = (unsigned char)(n * 8);
  last[end - 7] = (unsigned char)(n * 8 >> 8);
  for (size_t at = 0; at < end; at += 64) mix(s, last + at);
  return s[0] ^ s[1] ^ s[2] ^ s[3];
}
