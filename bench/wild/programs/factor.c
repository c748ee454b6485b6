/* Factors of a number up to N, by trial division up to the root.
 *
 * call: factor(unsigned x in 1..N)
 * class: sqrt n | ?
 * small: 1:12
 * values: x range(1, N + 1)
 * killer: x = [97]
 */
int factor(unsigned x) {
  int n = 0;
  for (unsigned d = 2; d * d <= x; d++)
    while (x % d == 0) {
      x /= d;
      n++;
    }
  return n + (x > 1);
}
