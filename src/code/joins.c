/* joins.c — finds joins by trying the blocks near a jump.
 *
 * A block is where all ways from the jump come together if the blocks that are reached without passing
 * it are few, and none of them ends the function or is the jump's own: a round of a loop is no side.  Of
 * those that are, the first one has the fewest blocks before it.
 */
#include "code/joins.h"

#include "code/cfg.h"

/* Blocks between a jump and its join; copies for phis on the edges have blocks of their own. */
enum { MAX_BETWEEN = 24 };

typedef struct Reached {
  u32 at[MAX_BETWEEN + 1];
  u32 n;
} Reached;

static void reach(Reached *r, u32 block) {
  for (u32 k = 0; k < r->n; k++)
    if (r->at[k] == block) return;
  if (r->n < ARRAY_LEN(r->at)) r->at[r->n++] = block;
}

static void reach_nexts(const Cfg *g, u32 block, u32 but, Reached *r) {
  const Block *b = &g->blocks.at[block];
  for (u32 k = 0; k < b->n_nexts; k++)
    if (g->nexts.at[b->first_next + k] != but) reach(r, g->nexts.at[b->first_next + k]);
}

/* The blocks between them, UINT32_MAX when not all ways lead there. */
static u32 n_between(const Cfg *g, u32 from, u32 join) {
  assert(from < g->blocks.n && join < g->blocks.n);
  Reached r = {0};
  reach_nexts(g, from, join, &r);
  for (u32 k = 0; k < r.n; k++) {
    if (r.n > MAX_BETWEEN || r.at[k] == from || !g->blocks.at[r.at[k]].n_nexts) return UINT32_MAX;
    reach_nexts(g, r.at[k], join, &r);
  }
  return r.n;
}

static u32 find_join(const Cfg *g, u32 from) {
  assert(from < g->blocks.n);
  Reached near = {0};
  u32 join = NO_JOIN, fewest = UINT32_MAX;
  reach_nexts(g, from, NO_JOIN, &near);
  for (u32 k = 0; k < near.n; k++) {
    reach_nexts(g, near.at[k], NO_JOIN, &near);
    u32 n = n_between(g, from, near.at[k]);
    if (n >= fewest) continue;
    fewest = n;
    join = g->blocks.at[near.at[k]].start;
  }
  return join;
}

static void make(const Fn *fn, U32Vec *ret) {
  assert(fn->is_defined);
  cleanup(cfg_done) Cfg g = {0};
  cfg_make(fn, &g);
  vec_resize(ret, fn->n_code);
  for (u32 pc = 0; pc < fn->n_code; pc++) ret->at[pc] = NO_JOIN;
  for (u32 b = 0; b < g.blocks.n; b++) {
    u32 last = g.blocks.at[b].end - 1;
    if (g.blocks.at[b].n_nexts == 2 && op_is_jump(fn->code[last].op))
      ret->at[last] = find_join(&g, b);
  }
}

JoinTable join_table_new(const Module *m) {
  return (JoinTable){.module = m, .at = mem_new(m->fns.n * sizeof(U32Vec))};
}

void join_table_done(JoinTable *t) {
  for (u32 i = 0; t->at && i < t->module->fns.n; i++) vec_free(&t->at[i]);
  t->at = mem_free(t->at);
}

u32 join_table_get(JoinTable *t, u32 fn, u32 pc) {
  assert(fn < t->module->fns.n);
  if (!t->at[fn].n) make(&t->module->fns.at[fn], &t->at[fn]);
  return t->at[fn].at[pc];
}
