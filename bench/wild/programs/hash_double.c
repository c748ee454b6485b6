/* Open addressing with double hashing in a table of prime size.
 *
 * call: set_add_all(int key[N] in 0..1000000000, N)
 * small: 1:4
 * class: n^2
 * values: key [i * 211 * 209 for i in range(N)] + [1, 2]
 * killer: key = [i * 211 * 209 for i in range(N)]
 */
#include <string.h>

#define SIZE 211

static int table[SIZE];

static int place_of(int key) {
  int at = key % SIZE, step = 1 + key % (SIZE - 2);
  while (table[at] != -1 && table[at] != key) at = (at + step) % SIZE;
  return at;
}

void set_add_all(const int *key, int n) {
  memset(table, -1, sizeof table);
  for (int i = 0; i < n; i++) table[place_of(key[i])] = key[i];
}
