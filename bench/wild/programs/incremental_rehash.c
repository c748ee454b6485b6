/* A table with chains that moves one chain to a table of twice the size with each insertion, as Redis does: no insertion is
 * slow on its own, and while it moves a key is looked for in both.
 *
 * call: add_all(unsigned key[N], N)
 * small: 1:4
 * class: n^2
 * values: key [1024 * i for i in range(N)] + [1]
 * killer: key = [i << 16 for i in range(N)]
 */
#include <stdlib.h>

struct node {
  unsigned key;
  struct node *next;
};

struct table {
  struct node **chain;
  unsigned size, used;
};

struct dict {
  struct table t[2];
  unsigned moved; /* chains of t[0]; it moves while t[1] has chains */
};

static void move_one(struct dict *d) {
  if (!d->t[1].chain) return;
  for (struct node *x = d->t[0].chain[d->moved], *next; x; x = next) {
    struct node **to = &d->t[1].chain[x->key % d->t[1].size];
    next = x->next;
    x->next = *to;
    *to = x;
    d->t[1].used++;
  }
  d->t[0].chain[d->moved++] = NULL;
  if (d->moved < d->t[0].size) return;
  free(d->t[0].chain);
  d->t[0] = d->t[1];
  d->t[1] = (struct table){0};
  d->moved = 0;
}

static int has(const struct dict *d, unsigned key) {
  for (int i = 0; i < 2 && d->t[i].chain; i++)
    for (struct node *x = d->t[i].chain[key % d->t[i].size]; x; x = x->next)
      if (x->key == key) return 1;
  return 0;
}

static void add(struct dict *d, unsigned key) {
  move_one(d);
  if (has(d, key)) return;
  if (!d->t[1].chain && d->t[0].used >= d->t[0].size)
    d->t[1] = (struct table){calloc(2 * d->t[0].size, sizeof(struct node *)), 2 * d->t[0].size, 0};
  struct table *t = &d->t[d->t[1].chain ? 1 : 0];
  struct node *x = malloc(sizeof *x);
  *x = (struct node){key, t->chain[key % t->size]};
  t->chain[key % t->size] = x;
  t->used++;
}

void add_all(const unsigned *key, int n) {
  struct dict d = {{{calloc(4, sizeof(struct node *)), 4, 0}}, 0};
  for (int i = 0; i < n; i++) add(&d, key[i]);
}
