/* random_state.c — picks any leaf; all are equally likely. */
#include "explore/searcher.h"

typedef struct RandomState {
  Searcher base;
  LeafVec leaves; /* borrowed, in no order */
  U32Vec index;   /* by slot: where in leaves */
} RandomState;

static void random_state_add(Searcher *s, Leaf *from, Leaf *const *leaves, u32 n) {
  RandomState *r = (RandomState *)s;
  (void)from;
  for (u32 i = 0; i < n; i++) {
    if (leaves[i]->slot >= r->index.n) vec_resize(&r->index, leaves[i]->slot + 1);
    r->index.at[leaves[i]->slot] = r->leaves.n;
    vec_push(&r->leaves, leaves[i]);
  }
}

static void random_state_drop(Searcher *s, Leaf *leaf) {
  RandomState *r = (RandomState *)s;
  u32 at = r->index.at[leaf->slot];
  assert(at < r->leaves.n && r->leaves.at[at] == leaf);
  Leaf *last = vec_pop(&r->leaves);
  if (last == leaf) return;
  r->leaves.at[at] = last;
  r->index.at[last->slot] = at;
}

static Leaf *random_state_pick(Searcher *s) {
  RandomState *r = (RandomState *)s;
  return r->leaves.n ? r->leaves.at[rng_below(&s->rng, r->leaves.n)] : NULL;
}

static void random_state_list(Searcher *s, LeafVec *ret) {
  RandomState *r = (RandomState *)s;
  vec_append(ret, r->leaves.at, r->leaves.n);
}

static void random_state_done(Searcher *s) {
  RandomState *r = (RandomState *)s;
  vec_free(&r->leaves);
  vec_free(&r->index);
}

const SearcherOps random_state_ops = {.size = sizeof(RandomState),
                                      .add = random_state_add,
                                      .drop = random_state_drop,
                                      .pick = random_state_pick,
                                      .list = random_state_list,
                                      .done = random_state_done};
