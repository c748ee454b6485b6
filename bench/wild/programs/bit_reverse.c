/* Reverses the bits of a number until nothing is left of it; Gray codes of all.
 *
 * call: mirror(unsigned short x[N], N)
 * small: 1:3
 * class: n
 * values: x [0, 1, 2**15, 2**16 - 1, 43690, 21845]
 * killer: x = [2**16 - 1] * N
 */
unsigned mirror(const unsigned short *x, int n) {
  unsigned mix = 0;
  for (int i = 0; i < n; i++) {
    unsigned out = 0, v = x[i];
    while (v) {
      out = out << 1 | (v & 1);
      if (v & 1) mix++;
      v >>= 1;
    }
    mix ^= out ^ out >> 1;
  }
  return mix;
}
