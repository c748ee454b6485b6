/* A power modulo m by squaring.
 *
 * call: power(unsigned b, unsigned e in 0..N, unsigned m in 1..1000)
 * class: log n
 * small: 1:9
 * values: b range(3); e range(N + 1); m range(1, 4)
 * killer: b = [3]; e = [63]; m = [7]
 */
unsigned power(unsigned b, unsigned e, unsigned m) {
  unsigned long r = 1 % m, x = b % m;
  while (e) {
    if (e & 1) r = r * x % m;
    x = x * x % m;
    e >>= 1;
  }
  return (unsigned)r;
}
