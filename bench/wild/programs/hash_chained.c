/* Hash table with chains and sixteen buckets, k % 16.
 *
 * call: map_count(unsigned key[N], N)
 * small: 1:5
 * class: n^2
 * values: key [16 * i for i in range(N)] + [1]
 * killer: key = [16 * i for i in range(N)]
 */
#include <stdlib.h>

struct entry {
  unsigned key;
  int count;
  struct entry *next;
};

int map_count(const unsigned *key, int n) {
  struct entry *bucket[16] = {NULL};
  int most = 0;
  for (int i = 0; i < n; i++) {
    struct entry **at = &bucket[key[i] % 16];
    while (*at && (*at)->key != key[i]) at = &(*at)->next;
    if (!*at) {
      *at = calloc(1, sizeof **at);
      (*at)->key = key[i];
    }
    if (++(*at)->count > most) most = (*at)->count;
  }
  return most;
}
