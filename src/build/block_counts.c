/* block_counts.c — a byte for each instruction, of which those of the probes are used. */
#include "build/block_counts.h"

void block_counters_init(BlockCounters *c, const Module *m) {
  *c = (BlockCounters){.module = m, .is_entered = mem_new(MAX(m->n_code, 1u))};
}

void block_counters_done(BlockCounters *c) { c->is_entered = mem_free(c->is_entered); }

static u8 *entered(const BlockCounters *c, const Fn *fn, u32 pc) {
  return &c->is_entered[fn->code + pc - c->module->code];
}

void block_counters_hit(void *user, const Fn *fn, u32 pc) { *entered(user, fn, pc) = true; }

BlockCount block_count(const BlockCounters *c, const char *name) {
  BlockCount count = {0};
  u32 f = module_find_fn(c->module, name);
  if (!f) return count;
  const Fn *fn = &c->module->fns.at[f];
  for (u32 pc = 0; pc < fn->n_code; pc++) {
    if (fn->code[pc].op != OP_BUILTIN || fn->code[pc].b != BUILTIN_NADIR_BLOCK) continue;
    count.n++;
    count.n_entered += *entered(c, fn, pc);
  }
  return count;
}
