/* Counts code points of UTF-8, and what is wrong with it.
 *
 * call: utf8_check(unsigned char s[N], N)
 * small: 1:4
 * class: n
 * values: s [65, 128, 191, 192, 224, 240, 244, 255]
 * killer: s = ([240, 144, 128, 128] * N)[:N]
 */
int utf8_check(const unsigned char *s, int n) {
  int points = 0, wrong = 0;
  for (int i = 0; i < n;) {
    unsigned char c = s[i++];
    int more = c < 0x80 ? 0 : c < 0xc0 ? -1 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : c < 0xf8 ? 3 : -1;
    if (more < 0) {
      wrong++;
      continue;
    }
    unsigned point = more ? c & (0x3f >> more) : c;
    int k = 0;
    for (; k < more && i < n && (s[i] & 0xc0) == 0x80; k++) point = point << 6 | (s[i++] & 0x3f);
    if (k < more || (more == 1 && point < 0x80) || (more == 2 && point < 0x800) ||
        (more == 3 && (point < 0x10000 || point > 0x10ffff)))
      wrong++;
    else
      points++;
  }
  return points - wrong;
}
