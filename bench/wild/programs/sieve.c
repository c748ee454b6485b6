/* The sieve of Eratosthenes up to a number that is the input.
 *
 * call: sieve(int n in 0..N)
 * class: n log log n | n | n log n | ?
 * small: 1:9
 * values: n range(N + 1)
 * killer: n = [N]
 */
#include <stdlib.h>

int sieve(int n) {
  char *composite = calloc(n + 1, 1);
  int found = 0;
  for (int i = 2; i <= n; i++) {
    if (composite[i]) continue;
    found++;
    for (int j = 2 * i; j <= n; j += i) composite[j] = 1;
  }
  free(composite);
  return found;
}
