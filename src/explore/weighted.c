/* weighted.c — picks a leaf at random, as likely as its weight says.
 *
 * A leaf is weighed when it is added and whenever it has run.  Where the others can only make it
 * lighter meanwhile, its old weight is a bound, and it is weighed again when it is drawn: with the
 * chance of what it lost, another is drawn.  So the leaf that is picked is as likely as its weight
 * at this moment says, and nobody has to keep the weights of all leaves up to date.
 * After: the weighted random searchers of KLEE (Cadar, Dunbar, Engler, OSDI 2008; release 3.1).
 * Differs: KLEE picks by weights that are as old as the last run of each state, and never changes
 * those of `depth`.
 */
#include "explore/weighted.h"

#include <stdlib.h>

static void weigh(Weighted *w, const Leaf *leaf) {
  double weight = w->ops->weigh(w, weighted_note(w, leaf));
  assert(weight > 0);
  weights_set(&w->weights, leaf->slot, weight);
}

void weighted_weigh_all(Weighted *w) {
  for (u32 i = 0; i < w->leaves.n; i++)
    if (w->leaves.at[i]) weigh(w, w->leaves.at[i]);
}

u64 weighted_charge(Weighted *w) {
  u64 before = w->n_charged;
  w->n_charged = w->base.solver ? solver_price(w->base.solver) : 0;
  return w->n_charged - before;
}

static void put(Weighted *w, Leaf *leaf) {
  size_t n_bytes = w->ops->note_bytes;
  u32 n_before = w->leaves.n;
  if (leaf->slot >= n_before) {
    vec_resize(&w->leaves, leaf->slot + 1);
    w->notes = mem_resize(w->notes, w->leaves.cap * n_bytes);
    memset(w->notes + n_before * n_bytes, 0, (w->leaves.n - n_before) * n_bytes);
  }
  w->leaves.at[leaf->slot] = leaf;
  if (leaf->state) memset(weighted_note(w, leaf), 0, n_bytes);
}

void weighted_add(Searcher *s, Leaf *from, Leaf *const *leaves, u32 n) {
  Weighted *w = (Weighted *)s;
  for (u32 i = 0; i < n; i++) put(w, leaves[i]);
  if (leaves[0]->state) {
    if (w->ops->inherit) w->ops->inherit(w, from, leaves, n);
    for (u32 i = 0; w->ops->look && i < n; i++) w->ops->look(w, leaves[i], 0);
  }
  for (u32 i = 0; i < n; i++) weigh(w, leaves[i]);
  if (from) weigh(w, from);
}

void weighted_drop(Searcher *s, Leaf *leaf) {
  Weighted *w = (Weighted *)s;
  assert(leaf->slot < w->leaves.n && w->leaves.at[leaf->slot] == leaf);
  w->leaves.at[leaf->slot] = NULL;
  weights_set(&w->weights, leaf->slot, 0);
}

void weighted_ran(Searcher *s, Leaf *leaf, u64 n_instructions) {
  Weighted *w = (Weighted *)s;
  if (w->ops->look && leaf->state) w->ops->look(w, leaf, n_instructions);
  weigh(w, leaf);
}

/* Has it become lighter, and is another to be drawn for that? */
static bool is_rejected(Weighted *w, const Leaf *leaf) {
  if (!w->ops->shrinks) return false;
  u32 slot = leaf->slot;
  double old = weights_get(&w->weights, slot), now = w->ops->weigh(w, weighted_note(w, leaf));
  assert(now > 0 && now <= old);
  if (now >= old) return false;
  weights_set(&w->weights, slot, now);
  return rng_unit(&w->base.rng) * old >= now;
}

Leaf *weighted_pick(Searcher *s) {
  Weighted *w = (Weighted *)s;
  u32 slot;
  do
    if (!weights_pick(&w->weights, &s->rng, &slot)) return NULL;
  while (is_rejected(w, w->leaves.at[slot]));
  return w->leaves.at[slot];
}

typedef struct WeightedLeaf {
  double weight;
  Leaf *leaf;
} WeightedLeaf;

/* Equal weights by slot: the order must not depend on addresses. */
static int lighter_first(const void *a, const void *b) {
  const WeightedLeaf *x = a, *y = b;
  if (x->weight < y->weight || x->weight > y->weight) return x->weight < y->weight ? -1 : 1;
  return x->leaf->slot < y->leaf->slot ? -1 : 1;
}

void weighted_list(Searcher *s, LeafVec *ret) {
  Weighted *w = (Weighted *)s;
  VEC(WeightedLeaf) all = {0};
  for (u32 i = 0; i < w->leaves.n; i++)
    if (w->leaves.at[i])
      vec_push(&all, ((WeightedLeaf){weights_get(&w->weights, i), w->leaves.at[i]}));
  if (all.n) qsort(all.at, all.n, sizeof *all.at, lighter_first);
  for (u32 i = 0; i < all.n; i++) vec_push(ret, all.at[i].leaf);
  vec_free(&all);
}

void weighted_done(Searcher *s) {
  Weighted *w = (Weighted *)s;
  weights_done(&w->weights);
  vec_free(&w->leaves);
  w->notes = mem_free(w->notes);
}
