/* Ackermann's function with a small first argument.
 *
 * call: ackermann(2, int y in 0..N)
 * small: 1:6
 * class: n^2
 * values: y range(N + 1)
 * killer: y = [N]
 */
int ackermann(int x, int y) {
  if (x == 0) return y + 1;
  if (y == 0) return ackermann(x - 1, 1);
  return ackermann(x - 1, ackermann(x, y - 1));
}
