/* Adds up trailing zeros by shifting, with zero as a special case.
 *
 * call: trailing(unsigned x[N], N)
 * small: 1:3
 * class: n
 * values: x [0, 1, 256, 2**30, 2**31]
 * killer: x = [2**31] * N
 */
int trailing(const unsigned *x, int n) {
  int total = 0;
  for (int i = 0; i < n; i++) {
    unsigned v = x[i];
    if (v == 0) {
      total += 32;
      continue;
    }
    while (!(v & 1)) {
      v >>= 1;
      total++;
    }
  }
  return total;
}
