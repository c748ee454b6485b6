/* build.h — a function under construction: registers, constants, labels, instructions.
 *
 * Registers are numbered before the number of constants is known.  A constant is named by
 * CONST_REG | its index; build_finish gives everything its place in the frame (code.h) and turns
 * labels into instruction indices.
 */
#pragma once

#include "base/map.h"
#include "code/code.h"

#define CONST_REG 0x80000000u
#define NO_LABEL UINT32_MAX

typedef struct Build {
  Module *m; /* borrowed */
  u32 fn;    /* index in m */
  u32 n_params;
  VEC(Ins) code;
  U32Vec positions; /* parallel to code */
  VEC(u8) widths;   /* of registers that are no constants */
  VEC(u64) consts;
  VEC(u8) const_widths; /* parallel to consts */
  Map const_index;      /* hash of value and width -> index + 1; verified on a hit */
  VEC(Call) calls;
  U32Vec args;
  VEC(Switch) switches;
  VEC(Case) cases;
  VEC(Site) sites;
  U32Vec labels; /* pc of each, NO_LABEL until placed */
  u32 position;  /* of instructions emitted from here on */
  u32 cost;      /* LLVM instructions since the last control op */
  u32 n_llvm;
  U32Vec const_places; /* at the end: where each constant goes, NO_REG when nothing reads it */
  u32 n_used;          /* constants that something reads */
} Build;

/* One may be used for function after function. */
void build_start(Build *b, Module *m, u32 fn);
void build_done(Build *b);

u32 build_reg(Build *b, u32 width); /* a new register */
u32 build_const(Build *b, u64 value, u32 width);
u32 build_width(const Build *b, u32 reg);

u32 build_label(Build *b);
void build_place(Build *b, u32 label); /* here */

void build_tick(Build *b); /* one LLVM instruction has been counted */
u32 build_emit(Build *b, Op op, u32 n, u32 x, u32 y, u32 z); /* returns its pc */
void build_move(Build *b, u32 to, u32 from);                 /* of equal width */
void build_set(Build *b, u32 to, u64 value);
void build_site(Build *b, u32 pc, SiteKind kind, bool inverted);

/* Drops what was emitted from this instruction on; labels placed in it now stand at its start. */
void build_cut(Build *b, u32 pc);

/* Moves everything into the function and its sites into the module. */
void build_finish(Build *b);
