/* A hex dump: a line for each 16 bytes, whose second half shows the letters; the last line is padded.
 *
 * call: hex_dump(unsigned char data[N], N)
 * small: 1:5
 * class: n
 * values: data [0, 32, 97, 255]
 * killer: data = [97] * N
 */
#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>

enum { PER_LINE = 16, LINE = 10 + 3 * PER_LINE + PER_LINE + 2 };

static char *put_hex(char *to, size_t value, int digits) {
  for (int i = digits - 1; i >= 0; i--) *to++ = "0123456789abcdef"[value >> 4 * i & 15];
  return to;
}

int hex_dump(const unsigned char *data, size_t n) {
  size_t lines = (n + PER_LINE - 1) / PER_LINE;
  char *out = malloc(lines * LINE + 1), *to = out;
  for (size_t at = 0; at < n; at += PER_LINE) {
    to = put_hex(to, at, 8);
    *to++ = ' ';
    for (size_t i = at; i < at + PER_LINE; i++) {
      *to++ = ' ';
      if (i < n) {
        to = put_hex(to, data[i], 2);
      } else {
        *to++ = ' ';
        *to++ = ' ';
      }
    }
    *to++ = ' ';
    for (size_t i = at; i < at + PER_LINE && i < n; i++)
      *to++ = data[i] < 128 && isprint(data[i]) ? (char)data[i] : '.';
    *to++ = '\n';
  }
  int length = (int)(to - out);
  free(out);
  return length;
}
