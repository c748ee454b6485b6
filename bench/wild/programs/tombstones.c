/* A hash table with linear probing whose deleted places stay occupied for searches.
 *
 * call: run(struct op ops[N], N)
 * fields: ops int 2
 * small: 1:3
 * class: n^2
 * values: ops [0, 1, 2, 255, 256, 512]
 * killer: ops = [x for i in range(N) for x in (0 if i < N // 2 else 2, 256 * (i if i < N // 2 else N + i))]
 */
#define CELLS 256
enum { EMPTY, FULL, DELETED };

struct op {
  int what;
  int key;
};

static int keys[CELLS];
static char states[CELLS];

static int look(int key) {
  unsigned at = (unsigned)key % CELLS;
  for (int n = 0; n < CELLS && states[at] != EMPTY; n++) {
    if (states[at] == FULL && keys[at] == key) return (int)at;
    at = (at + 1) % CELLS;
  }
  return -1;
}

static void insert(int key) {
  unsigned at = (unsigned)key % CELLS;
  if (look(key) >= 0) return;
  for (int n = 0; n < CELLS; n++, at = (at + 1) % CELLS)
    if (states[at] != FULL) {
      states[at] = FULL;
      keys[at] = key;
      return;
    }
}

int run(const struct op *ops, int n) {
  int found = 0;
  for (int i = 0; i < n; i++) {
    int at;
    switch (ops[i].what) {
    case 0:
      insert(ops[i].key);
      break;
    case 1:
      at = look(ops[i].key);
      if (at >= 0) states[at] = DELETED;
      break;
    default:
      found += look(ops[i].key) >= 0;
    }
  }
  return found;
}
