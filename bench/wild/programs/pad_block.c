/* Fills a text up to a block of 256 bytes and mixes the padding: the shorter the text, the more there is to do.
 *
 * call: pad(unsigned char s[N], N)
 * small: 1:3
 * large: 100
 * class: 1
 * values: s [0, 65]
 * killer: s = [65] * N
 */
unsigned pad(const unsigned char *s, int n) {
  unsigned char block[256];
  unsigned mixed = 0;
  int i = 0;
  for (; i < n && i < 256; i++) block[i] = s[i];
  for (; i < 256; i++) {
    block[i] = (unsigned char)(i * 7);
    mixed = mixed * 31 + block[i] + block[i - 1];
  }
  return mixed;
}
