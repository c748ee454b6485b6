/* Gale and Shapley: men propose in the order of their wishes, given as numbers to sort.
 *
 * call: marry(unsigned char man[N*N], unsigned char woman[N*N], N)
 * class: n^3 | ?
 * small: 1:2
 * large: 10
 * values: man range(N); woman range(N)
 * killer: man = [(j - i // (N - 1) if j < N - 1 else N) % (N + 1) for i in range(N) for j in range(N)]; woman = [(N - i + j) % N for j in range(N) for i in range(N)]
 */
#include <stdlib.h>

/* Of those that he has not asked, whom he likes most. */
static int next_of(const unsigned char *likes, const char *asked, int n) {
  int best = -1;
  for (int w = 0; w < n; w++)
    if (!asked[w] && (best < 0 || likes[w] > likes[best])) best = w;
  return best;
}

int marry(const unsigned char *man, const unsigned char *woman, int n) {
  char *asked = calloc(n, n);
  int *husband = malloc(n * sizeof *husband), *free_men = malloc(n * sizeof *free_men), n_free = n,
      asks = 0;
  for (int i = 0; i < n; i++) husband[i] = -1, free_men[i] = i;
  while (n_free > 0) {
    int m = free_men[n_free - 1], w = next_of(man + m * n, asked + m * n, n);
    asked[m * n + w] = 1;
    asks++;
    if (husband[w] < 0) {
      husband[w] = m;
      n_free--;
    } else if (woman[w * n + m] > woman[w * n + husband[w]]) {
      free_men[n_free - 1] = husband[w];
      husband[w] = m;
    }
  }
  free(asked), free(husband), free(free_men);
  return asks;
}
