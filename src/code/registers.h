/* registers.h — which registers an instruction reads and writes, and which are still read later. */
#pragma once

#include "code/code.h"

/* Calls `see` for each register that an instruction reads, then for each that it writes. */
typedef void SeeRegister(void *ctx, u32 reg, bool is_write);
void ins_registers(const Fn *f, const Ins *i, SeeRegister *see, void *ctx);

/* Of each instruction the registers whose values may still be read when it is next, a bit for each. */
typedef struct LiveRegisters {
  u64 *at; /* owned; n_words for each instruction; NULL: not made, as all may be read */
  u32 n_words;
} LiveRegisters;

/* The function must be verified. */
void live_registers_make(const Fn *f, LiveRegisters *ret);
void live_registers_done(LiveRegisters *l);

static inline bool register_is_live(const LiveRegisters *l, u32 pc, u32 reg) {
  return !l->at || l->at[(size_t)pc * l->n_words + reg / 64] >> reg % 64 & 1;
}
