/* Euclid with remainders.
 *
 * call: gcd(unsigned a in 1..N, unsigned b in 1..N)
 * small: 1:8
 * class: log n
 * values: a range(1, N + 1); b range(1, N + 1)
 * killer: a, b = [55], [89]
 */
unsigned gcd(unsigned a, unsigned b) {
  while (b) {
    unsigned t = a % b;
    a = b;
    b = t;
  }
  return a;
}
