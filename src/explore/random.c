/* random.c — picks any leaf; all are equally likely. */
#include "explore/searcher.h"

typedef struct Random {
  Searcher base;
  LeafVec leaves; /* borrowed, in no order */
  U32Vec index;   /* by slot: where in leaves */
} Random;

static void random_init(Searcher *s) {
  (void)s;
}

static void random_add(Searcher *s, Leaf *from, Leaf *const *leaves, u32 n) {
  Random *r = (Random *)s;
  (void)from;
  for (u32 i = 0; i < n; i++) {
    if (leaves[i]->slot >= r->index.n) vec_resize(&r->index, leaves[i]->slot + 1);
    r->index.at[leaves[i]->slot] = r->leaves.n;
    vec_push(&r->leaves, leaves[i]);
  }
}

static void random_drop(Searcher *s, Leaf *leaf) {
  Random *r = (Random *)s;
  u32 at = r->index.at[leaf->slot];
  assert(at < r->leaves.n && r->leaves.at[at] == leaf);
  Leaf *last = vec_pop(&r->leaves);
  if (last == leaf) return;
  r->leaves.at[at] = last;
  r->index.at[last->slot] = at;
}

static Leaf *random_pick(Searcher *s) {
  Random *r = (Random *)s;
  return r->leaves.n ? r->leaves.at[rng_below(&s->rng, r->leaves.n)] : NULL;
}

static void random_list(Searcher *s, LeafVec *ret) {
  Random *r = (Random *)s;
  vec_append(ret, r->leaves.at, r->leaves.n);
}

static void random_done(Searcher *s) {
  Random *r = (Random *)s;
  vec_free(&r->leaves);
  vec_free(&r->index);
}

const SearcherOps random_ops = {sizeof(Random), random_init, random_add,  random_drop,
                                NULL,           random_pick, random_list, random_done};
