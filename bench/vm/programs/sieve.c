/* sieve.c — concrete: counts the primes below N, several times over. */
#include <stdio.h>
#include <string.h>

enum { N = 1000000 };

static unsigned char is_composite[N];

static unsigned count_primes(void) {
  unsigned n = 0;
  memset(is_composite, 0, sizeof is_composite);
  for (unsigned i = 2; i < N; i++) {
    if (is_composite[i]) continue;
    n++;
    for (unsigned k = 2 * i; k < N; k += i) is_composite[k] = 1;
  }
  return n;
}

int main(void) {
  unsigned sum = 0;
  for (int round = 0; round < ROUNDS; round++) sum += count_primes();
  printf("%u\n", sum);
  return 0;
}
