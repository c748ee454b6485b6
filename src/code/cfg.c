/* cfg.c — finds the blocks of a function in two passes over its code.
 *
 * The first pass marks where blocks start: at the targets of jumps and switches, and behind every
 * instruction that jumps or ends a block.  The second pass cuts the code there.  The blocks that
 * follow a block are read off its last instruction.
 */
#include "code/cfg.h"

static void add_next(Cfg *g, Block *b, u32 pc) {
  assert(pc < g->block_of.n);
  u32 to = g->block_of.at[pc];
  for (u32 k = b->first_next; k < g->nexts.n; k++)
    if (g->nexts.at[k] == to) return;
  vec_push(&g->nexts, to);
  b->n_nexts++;
}

static void find_nexts(const Fn *f, Cfg *g, Block *b) {
  assert(b->start < b->end && b->end <= f->n_code);
  const Ins *last = &f->code[b->end - 1];
  b->first_next = g->nexts.n;
  if (!op_ends_block(last->op)) add_next(g, b, b->end);
  if (op_is_jump(last->op)) add_next(g, b, last->c);
  if (last->op != OP_SWITCH) return;
  const Switch *s = &f->switches[last->b];
  for (u32 k = 0; k < s->n_cases; k++) add_next(g, b, f->cases[s->first_case + k].pc);
  add_next(g, b, s->other);
}

void cfg_make(const Fn *f, Cfg *ret_cfg) {
  assert(f->is_defined && f->n_code);
  Cfg g = {0};
  cleanup(freep) u8 *starts = mem_new(f->n_code + 1);
  assert(f->n_code && starts);
  starts[0] = 1;
  for (u32 pc = 0; pc < f->n_code; pc++) {
    const Ins *i = &f->code[pc];
    assert(!op_is_jump(i->op) || i->c < f->n_code);
    if (op_is_jump(i->op)) starts[i->c] = 1;
    if (op_is_jump(i->op) || op_ends_block(i->op)) starts[pc + 1] = 1;
    if (i->op != OP_SWITCH) continue;
    const Switch *s = &f->switches[i->b];
    starts[s->other] = 1;
    for (u32 k = 0; k < s->n_cases; k++) starts[f->cases[s->first_case + k].pc] = 1;
  }
  for (u32 pc = 0; pc < f->n_code; pc++) {
    if (starts[pc]) vec_push(&g.blocks, ((Block){.start = pc}));
    vec_last(&g.blocks).end = pc + 1;
    vec_push(&g.block_of, g.blocks.n - 1);
  }
  assert(g.blocks.n && vec_last(&g.blocks).end == f->n_code);
  for (u32 k = 0; k < g.blocks.n; k++) find_nexts(f, &g, &g.blocks.at[k]);
  *ret_cfg = g;
}

void cfg_done(Cfg *g) {
  vec_free(&g->blocks);
  vec_free(&g->nexts);
  vec_free(&g->block_of);
}
