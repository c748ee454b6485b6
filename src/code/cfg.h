/* cfg.h — the blocks of a function in register code. */
#pragma once

#include "code/code.h"

typedef struct Block {
  u32 start, end;          /* instructions, end excluded */
  u32 first_next, n_nexts; /* in Cfg.nexts */
} Block;

typedef struct Cfg {
  VEC(Block) blocks; /* ascending by start; 0 is the entry */
  U32Vec nexts;      /* blocks that may follow, without repetition for a jump */
  U32Vec block_of;   /* of each instruction */
} Cfg;

/* The function must have passed the checks of single instructions (code/verify.c). */
void cfg_make(const Fn *f, Cfg *ret_cfg);
void cfg_done(Cfg *g); /* also for cleanup() */
