/* Counts bits, clearing the lowest one each time.
 *
 * call: count_bits(unsigned x[N], N)
 * small: 1:3
 * class: n
 * values: x [0, 1, 255, 2**31, 2**32 - 1]
 * killer: x = [2**32 - 1] * N
 */
int count_bits(const unsigned *x, int n) {
  int count = 0;
  for (int i = 0; i < n; i++)
    for (unsigned v = x[i]; v; v &= v - 1) count++;
  return count;
}
