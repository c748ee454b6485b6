/* Factors numbers below 1000 with a table of smallest prime factors, which a sieve makes at each call.
 *
 * call: count_factors(int a[N] in 2..999, N)
 * small: 1:4
 * class: n
 * values: a [2, 3, 4, 512, 729, 997]
 * killer: a = [512] * N
 */
enum { LIMIT = 1000 };

static void sieve(short *smallest) {
  for (int i = 0; i < LIMIT; i++) smallest[i] = (short)i;
  for (int i = 2; i * i < LIMIT; i++) {
    if (smallest[i] != i) continue;
    for (int k = i * i; k < LIMIT; k += i)
      if (smallest[k] == k) smallest[k] = (short)i;
  }
}

int count_factors(const int *a, int n) {
  short smallest[LIMIT];
  int all = 0;
  sieve(smallest);
  for (int i = 0; i < n; i++)
    for (int x = a[i]; x > 1; x /= smallest[x]) all++;
  return all;
}
