/* How long numbers up to N take to come down to one.
 *
 * call: steps(unsigned long x in 1..N)
 * small: 1:9
 * class: ?
 * values: x range(1, N + 1)
 * killer: x = [97]
 */
int steps(unsigned long x) {
  int n = 0;
  while (x != 1) {
    x = x % 2 ? 3 * x + 1 : x / 2;
    n++;
  }
  return n;
}
