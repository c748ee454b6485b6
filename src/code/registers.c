/* registers.c — reads the operands of an instruction from its row in ops.def; liveness by the usual
 * equations, backwards over the blocks until nothing changes. */
#include "code/registers.h"

#include "code/cfg.h"

#include <string.h>

static void see_operand(const Fn *f, const Ins *i, u32 k, bool writes, SeeRegister *see,
                        void *ctx) {
  assert(k < 3);
  const OperandInfo *info = &operand_infos[op_infos[i->op].operand[k]];
  if (!(info->access == (writes ? ACCESS_WRITE : ACCESS_READ) || info->access == ACCESS_BOTH))
    return;
  u32 n = 1;
  if (info->registers == REGS_PAIR) n = 2;
  if (info->registers == REGS_WORDS) n = words_of(i->n);
  if (info->registers == REGS_CALLED) n = f->calls[i->c].n_results;
  if (info->registers == REGS_COUNTED) n = i->b;
  assert(!n || ins_operand(i, k) + n <= f->n_regs);
  for (u32 j = 0; j < n; j++) see(ctx, ins_operand(i, k) + j, writes);
}

void ins_registers(const Fn *f, const Ins *i, SeeRegister *see, void *ctx) {
  for (u32 k = 0; k < 3; k++) see_operand(f, i, k, false, see, ctx);
  if (op_infos[i->op].operand[2] == OPERAND_CALL) {
    const Call *call = &f->calls[i->c];
    for (u32 k = 0; k < call->n_args; k++) see(ctx, f->args[call->first_arg + k], false);
    if (call->block != NO_REG) see(ctx, call->block, false);
  }
  if (i->op == OP_SWITCH) see(ctx, f->switches[i->b].reg, false);
  for (u32 k = 0; k < 3; k++) see_operand(f, i, k, true, see, ctx);
}

/* ---- liveness ------------------------------------------------------------------------------------ */

/* A set for each instruction: too much to ask of a huge function. */
enum { MAX_SET_WORDS = 1 << 22 };

/* The set behind an instruction becomes the one in front of it: what it writes goes, then what it
 * reads comes. */
typedef struct Back {
  u64 *bits;
  bool writes; /* which of the two is wanted */
} Back;

static void see_back(void *ctx, u32 reg, bool is_write) {
  Back *b = ctx;
  u64 bit = 1ull << reg % 64;
  if (is_write != b->writes) return;
  if (is_write)
    b->bits[reg / 64] &= ~bit;
  else
    b->bits[reg / 64] |= bit;
}

static bool copy_set(u64 *to, const u64 *from, u32 n_words) {
  if (!memcmp(to, from, n_words * sizeof *to)) return false;
  memcpy(to, from, n_words * sizeof *to);
  return true;
}

/* True when the set in front of the block changed. */
static bool pass_block(const Fn *f, const Cfg *g, const Block *b, u64 *now, LiveRegisters *io) {
  u32 n_words = io->n_words;
  memset(now, 0, n_words * sizeof *now);
  for (u32 k = 0; k < b->n_nexts; k++) {
    const u64 *in = io->at + (size_t)g->blocks.at[g->nexts.at[b->first_next + k]].start * n_words;
    for (u32 w = 0; w < n_words; w++) now[w] |= in[w];
  }
  bool changed = false;
  for (u32 pc = b->end; pc-- > b->start;) {
    ins_registers(f, &f->code[pc], see_back, &(Back){now, true});
    ins_registers(f, &f->code[pc], see_back, &(Back){now, false});
    changed = copy_set(io->at + (size_t)pc * n_words, now, n_words);
  }
  return changed;
}

void live_registers_make(const Fn *f, LiveRegisters *ret) {
  assert(f->is_defined);
  *ret = (LiveRegisters){.n_words = f->n_regs / 64 + 1};
  if ((u64)ret->n_words * f->n_code > MAX_SET_WORDS) return;
  ret->at = mem_new((size_t)ret->n_words * f->n_code * sizeof *ret->at);
  cleanup(freep) u64 *now = mem_new(ret->n_words * sizeof *now);
  cleanup(cfg_done) Cfg g = {0};
  cfg_make(f, &g);
  for (bool changed = true; changed;) {
    changed = false;
    for (u32 b = g.blocks.n; b--;) changed |= pass_block(f, &g, &g.blocks.at[b], now, ret);
  }
}

void live_registers_done(LiveRegisters *l) { l->at = mem_free(l->at); }
