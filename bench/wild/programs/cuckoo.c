/* Cuckoo hashing: two tables, an insertion moves at most 16 others.
 *
 * call: cuckoo(unsigned key[N], N)
 * small: 1:4
 * class: n | ?
 * values: key range(0, 64 * 8, 64)
 * killer: key = [64 * 64 * i for i in range(N)]
 */
#include <string.h>
#define CELLS 64
#define MOST_KICKS 16

static unsigned tables[2][CELLS];
static char is_used[2][CELLS];

static unsigned place(int table, unsigned key) {
  return table ? key / CELLS % CELLS : key % CELLS;
}

static int has(unsigned key) {
  for (int t = 0; t < 2; t++) {
    unsigned at = place(t, key);
    if (is_used[t][at] && tables[t][at] == key) return 1;
  }
  return 0;
}

static int insert(unsigned key) {
  int t = 0;
  for (int kicks = 0; kicks < MOST_KICKS; kicks++, t = !t) {
    unsigned at = place(t, key), old = tables[t][at];
    tables[t][at] = key;
    if (!is_used[t][at]) {
      is_used[t][at] = 1;
      return 1;
    }
    key = old;
  }
  return 0;
}

int cuckoo(const unsigned *key, int n) {
  int lost = 0;
  for (int i = 0; i < n; i++)
    if (!has(key[i])) lost += !insert(key[i]);
  return lost;
}
