/* Decodes LZ77 with a window: a byte below 128 is a letter, any other a length of 3 to 130 with a distance in the next byte.
 *
 * call: lz_decode(unsigned char data[N], N)
 * small: 1:4
 * class: n
 * values: data [0, 1, 65, 127, 128, 255]
 * killer: data = [65, *([255, 1] * N)][:N]
 */
#include <stddef.h>
#include <stdlib.h>

enum { WINDOW = 256 };

struct output {
  unsigned char *at;
  size_t n, room;
};

static void put(struct output *o, unsigned char c) {
  if (o->n == o->room) {
    o->room = o->room ? 2 * o->room : WINDOW;
    o->at = realloc(o->at, o->room);
  }
  o->at[o->n++] = c;
}

int lz_decode(const unsigned char *data, size_t n) {
  struct output o = {0};
  size_t i = 0;
  while (i < n) {
    if (data[i] < 128) {
      put(&o, data[i++]);
      continue;
    }
    if (i + 1 >= n) break;
    size_t length = data[i] - 128u + 3, distance = data[i + 1];
    if (distance == 0 || distance > o.n) break;
    for (; length; length--) put(&o, o.at[o.n - distance]);
    i += 2;
  }
  free(o.at);
  return (int)o.n;
}
