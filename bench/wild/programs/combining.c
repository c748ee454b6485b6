/* Puts combining marks behind a letter into the order of their classes, by exchanging neighbours, as Unicode's normal forms want.
 *
 * call: normalize(unsigned short s[N], N)
 * small: 1:5
 * class: n^2
 * values: s [0x61, 0x301, 0x323, 0x334, 0x345]
 * killer: marks = [0x345, 0x315, 0x300, 0x591, 0x31B, 0x327, 0x64B, 0x334]; s = [marks[8 * i // N] for i in range(N)]
 */
#include <stdint.h>

static const struct {
  uint16_t from, to, class;
} marks[] = {{0x300, 0x314, 230}, {0x315, 0x315, 232}, {0x316, 0x319, 220}, {0x31B, 0x31B, 216}, {0x323, 0x326, 220},
             {0x327, 0x328, 202}, {0x334, 0x338, 1},   {0x345, 0x345, 240}, {0x591, 0x591, 220}, {0x64B, 0x64B, 27}};

static int class_of(uint16_t c) {
  int low = 0, high = sizeof marks / sizeof *marks - 1;
  while (low <= high) {
    int middle = (low + high) / 2;
    if (c < marks[middle].from)
      high = middle - 1;
    else if (c > marks[middle].to)
      low = middle + 1;
    else
      return marks[middle].class;
  }
  return 0;
}

int normalize(uint16_t *s, int n) {
  int exchanges = 0;
  for (int i = 1; i < n; i++) {
    int class = class_of(s[i]);
    for (int k = i; class && k > 0 && class_of(s[k - 1]) > class; k--) {
      uint16_t c = s[k];
      s[k] = s[k - 1];
      s[k - 1] = c;
      exchanges++;
    }
  }
  return exchanges;
}
