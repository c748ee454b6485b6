/* loops.c — finds the natural loops of a function by its dominators; see loops.h.
 *
 * Dominators after Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm": few passes
 * over the blocks in reverse postorder.  An edge to a dominator closes a loop; its body is what
 * reaches that edge without passing the header.
 */
#include "code/loops.h"

#include "code/cfg.h"

enum { UNSEEN = UINT32_MAX };

typedef struct LoopFinder {
  Cfg cfg;
  U32Vec order; /* blocks in reverse postorder; those that are not reached are missing */
  U32Vec rank;  /* of each block its place there, or UNSEEN */
  U32Vec idom;  /* of each block its immediate dominator, or UNSEEN */
} LoopFinder;

static void fill(U32Vec *v, u32 n, u32 value) {
  vec_resize(v, n);
  for (u32 i = 0; i < n; i++) v->at[i] = value;
}

/* Depth first with a stack of (block, next successor). */
static void order_blocks(LoopFinder *f) {
  u32 n = f->cfg.blocks.n;
  U32Vec stack = {0}, next = {0};
  fill(&f->rank, n, UNSEEN);
  fill(&next, n, 0);
  vec_push(&stack, 0);
  f->rank.at[0] = 0;
  while (stack.n) {
    u32 b = vec_last(&stack);
    const Block *block = &f->cfg.blocks.at[b];
    if (next.at[b] == block->n_nexts) {
      vec_push(&f->order, b);
      (void)vec_pop(&stack);
      continue;
    }
    u32 to = f->cfg.nexts.at[block->first_next + next.at[b]++];
    if (f->rank.at[to] != UNSEEN) continue;
    f->rank.at[to] = 0;
    vec_push(&stack, to);
  }
  assert(f->order.n && f->order.n <= n);
  for (u32 i = 0; i < f->order.n / 2; i++) {
    u32 other = f->order.n - 1 - i, b = f->order.at[i];
    f->order.at[i] = f->order.at[other];
    f->order.at[other] = b;
  }
  for (u32 i = 0; i < f->order.n; i++) f->rank.at[f->order.at[i]] = i;
  vec_free(&stack);
  vec_free(&next);
}

static u32 meet(const LoopFinder *f, u32 a, u32 b) {
  assert(a < f->order.n && b < f->order.n);
  assert(f->idom.at[a] != UNSEEN && f->idom.at[b] != UNSEEN);
  while (a != b) {
    while (f->rank.at[a] > f->rank.at[b]) a = f->idom.at[a];
    while (f->rank.at[b] > f->rank.at[a]) b = f->idom.at[b];
  }
  return a;
}

/* One pass: each block passes its dominators to its successors.  True when something changed. */
static bool pass_dominators(LoopFinder *f) {
  bool changed = false;
  for (u32 i = 0; i < f->order.n; i++) {
    u32 b = f->order.at[i];
    const Block *block = &f->cfg.blocks.at[b];
    for (u32 k = 0; k < block->n_nexts; k++) {
      u32 to = f->cfg.nexts.at[block->first_next + k];
      u32 was = f->idom.at[to];
      if (to == 0) continue;
      f->idom.at[to] = was == UNSEEN ? b : meet(f, was, b);
      changed |= f->idom.at[to] != was;
    }
  }
  return changed;
}

static bool dominates(const LoopFinder *f, u32 a, u32 b) {
  assert(f->rank.at[a] != UNSEEN && f->rank.at[b] != UNSEEN);
  while (f->rank.at[b] > f->rank.at[a]) b = f->idom.at[b];
  return a == b;
}

/* ---- bodies -------------------------------------------------------------------------------------- */

static void add_body(const LoopFinder *f, const U32Vec *froms, const U32Vec *firsts, u32 header,
                     u32 tail, u8 *body) {
  U32Vec stack = {0};
  body[header] = 1;
  vec_push(&stack, tail);
  while (stack.n) {
    u32 b = vec_pop(&stack);
    if (body[b]) continue;
    body[b] = 1;
    for (u32 k = firsts->at[b]; k < firsts->at[b + 1]; k++)
      if (f->rank.at[froms->at[k]] != UNSEEN) vec_push(&stack, froms->at[k]);
  }
  vec_free(&stack);
}

/* False: no edge closes a loop at this block. */
static bool body_of(const LoopFinder *f, const U32Vec *froms, const U32Vec *firsts, u32 header,
                    u8 *body) {
  bool is_header = false;
  memset(body, 0, f->cfg.blocks.n);
  for (u32 k = firsts->at[header]; k < firsts->at[header + 1]; k++) {
    u32 tail = froms->at[k];
    if (f->rank.at[tail] == UNSEEN || !dominates(f, header, tail)) continue;
    is_header = true;
    add_body(f, froms, firsts, header, tail, body);
  }
  return is_header;
}

/* Headers come in reverse postorder, so that a loop is found after those around it. */
static void find_loops(const LoopFinder *f, Loops *ret) {
  U32Vec froms = {0}, firsts = {0};
  cleanup(freep) u8 *body = mem_new(f->cfg.blocks.n);
  /* The predecessors of each block b: froms[firsts[b]] … froms[firsts[b + 1]]. */
  u32 n = f->cfg.blocks.n;
  fill(&firsts, n + 1, 0);
  for (u32 k = 0; k < f->cfg.nexts.n; k++) firsts.at[f->cfg.nexts.at[k] + 1]++;
  for (u32 b = 0; b < n; b++) firsts.at[b + 1] += firsts.at[b];
  U32Vec used = {0};
  vec_append(&used, firsts.at, n);
  vec_resize(&froms, f->cfg.nexts.n);
  for (u32 b = 0; b < n; b++)
    for (u32 k = 0; k < f->cfg.blocks.at[b].n_nexts; k++)
      froms.at[used.at[f->cfg.nexts.at[f->cfg.blocks.at[b].first_next + k]]++] = b;
  vec_free(&used);
  for (u32 i = 0; i < f->order.n; i++) {
    u32 header = f->order.at[i], start = f->cfg.blocks.at[header].start;
    if (!body_of(f, &froms, &firsts, header, body)) continue;
    assert(ret->of.at[start] == NO_LOOP || ret->of.at[start] < ret->all.n);
    vec_push(&ret->all, ((Loop){.header = start, .parent = ret->of.at[start]}));
    for (u32 b = 0; b < f->cfg.blocks.n; b++)
      for (u32 pc = f->cfg.blocks.at[b].start; body[b] && pc < f->cfg.blocks.at[b].end; pc++)
        ret->of.at[pc] = ret->all.n - 1;
  }
  vec_free(&froms);
  vec_free(&firsts);
}

/* ---- public -------------------------------------------------------------------------------------- */

void loops_make(const Fn *fn, Loops *ret) {
  assert(fn->is_defined);
  LoopFinder f = {0};
  *ret = (Loops){0};
  cfg_make(fn, &f.cfg);
  order_blocks(&f);
  fill(&f.idom, f.cfg.blocks.n, UNSEEN);
  f.idom.at[0] = 0;
  while (pass_dominators(&f)) {}
  assert(f.idom.at[0] == 0);
  fill(&ret->of, fn->n_code, NO_LOOP);
  find_loops(&f, ret);
  cfg_done(&f.cfg);
  vec_free(&f.order);
  vec_free(&f.rank);
  vec_free(&f.idom);
}

void loops_done(Loops *l) {
  vec_free(&l->all);
  vec_free(&l->of);
}

bool loops_contain(const Loops *l, u32 loop, u32 pc) {
  assert(loop < l->all.n && pc < l->of.n);
  u32 at = l->of.at[pc];
  while (at != NO_LOOP && at != loop) at = l->all.at[at].parent;
  return at == loop;
}

u32 loops_depth(const Loops *l, u32 pc) {
  assert(pc < l->of.n);
  u32 depth = 0;
  for (u32 at = l->of.at[pc]; at != NO_LOOP; at = l->all.at[at].parent) depth++;
  return depth;
}

LoopTable loop_table_new(const Module *m) {
  return (LoopTable){.module = m, .at = mem_new(m->fns.n * sizeof(Loops))};
}

void loop_table_done(LoopTable *t) {
  for (u32 i = 0; t->at && i < t->module->fns.n; i++) loops_done(&t->at[i]);
  mem_free(t->at);
}

const Loops *loop_table_get(LoopTable *t, u32 fn) {
  assert(fn < t->module->fns.n);
  Loops *l = &t->at[fn];
  if (!l->of.n) loops_make(&t->module->fns.at[fn], l);
  return l;
}
