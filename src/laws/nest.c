/* nest.c — a nest as flat arrays: the counts of each level in order, and the leaves.
 *
 * So building one only appends, and comparing two is comparing memory.
 */
#include "laws/nest.h"

void nest_init(Nest *n, i64 size, u32 depth, u32 width) {
  assert(depth >= 1 && depth <= MAX_DEPTH && width >= 1);
  *n = (Nest){.size = size, .depth = depth, .width = width};
  vec_push(&n->counts[0], 0);
}

void nest_open(Nest *n, u32 level) {
  assert(level >= 1 && level < n->depth && n->counts[level - 1].n > 0);
  vec_last(&n->counts[level - 1])++;
  vec_push(&n->counts[level], 0);
}

void nest_add(Nest *n, const i64 *leaf) {
  assert(n->counts[n->depth - 1].n > 0);
  vec_last(&n->counts[n->depth - 1])++;
  vec_append(&n->values, leaf, n->width);
}

void nest_from(Nest *n, i64 size, const i64 *at, u32 count) {
  nest_init(n, size, 1, 1);
  vec_append(&n->values, at, count);
  n->counts[0].at[0] = count;
}

bool nest_equal(const Nest *a, const Nest *b) {
  if (a->size != b->size || a->depth != b->depth || a->width != b->width) return false;
  for (u32 l = 0; l < a->depth; l++) {
    const U32Vec *c = &a->counts[l], *d = &b->counts[l];
    if (c->n != d->n || (c->n && memcmp(c->at, d->at, c->n * sizeof *c->at) != 0)) return false;
  }
  if (a->values.n != b->values.n) return false;
  return !a->values.n || memcmp(a->values.at, b->values.at, a->values.n * sizeof(i64)) == 0;
}

void nest_done(Nest *n) {
  for (u32 l = 0; l < MAX_DEPTH; l++) vec_free(&n->counts[l]);
  vec_free(&n->values);
}
