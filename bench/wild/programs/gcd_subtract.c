/* Euclid with differences.
 *
 * call: measure(int a in 1..N, int b in 1..N)
 * small: 1:8
 * class: n
 * values: a range(1, N + 1); b range(1, N + 1)
 * killer: a, b = [1], [N]
 */
int measure(int a, int b) {
  while (a != b) {
    if (a > b)
      a -= b;
    else
      b -= a;
  }
  return a;
}
