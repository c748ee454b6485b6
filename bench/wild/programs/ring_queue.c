/* A queue in a ring that doubles when it is full and unwinds what it holds; takes, puts, and puts of two at a time.
 *
 * call: feed_queue(char op[N] in 0..2, N)
 * small: 1:9
 * class: n
 * values: op [0, 1, 2]
 * killer: op = [1] * N
 */
#include <stdlib.h>

struct ring {
  int *at;
  unsigned first, used, room;
};

static void put(struct ring *r, int value) {
  if (r->used == r->room) {
    int *fresh = malloc(2 * r->room * sizeof *fresh);
    for (unsigned i = 0; i < r->used; i++) fresh[i] = r->at[(r->first + i) % r->room];
    free(r->at);
    *r = (struct ring){fresh, 0, r->used, 2 * r->room};
  }
  r->at[(r->first + r->used++) % r->room] = value;
}

static int take(struct ring *r) {
  if (!r->used) return 0;
  int value = r->at[r->first];
  r->first = (r->first + 1) % r->room;
  r->used--;
  return value;
}

/* 0: takes one; 1: puts one; 2: puts the two children of one. */
long feed_queue(const char *op, int n) {
  struct ring r = {malloc(4 * sizeof(int)), 0, 0, 4};
  long sum = 0;
  for (int i = 0; i < n; i++) {
    if (op[i] == 1) {
      put(&r, i);
      continue;
    }
    int x = take(&r);
    sum += x;
    if (op[i] == 2) {
      put(&r, 2 * x + 1);
      put(&r, 2 * x + 2);
    }
  }
  free(r.at);
  return sum;
}
