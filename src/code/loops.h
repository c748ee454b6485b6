/* loops.h — the natural loops of a function in register code, and how they lie in each other. */
#pragma once

#include "code/code.h"

#define NO_LOOP UINT32_MAX

typedef struct Loop {
  u32 header; /* the pc where every round begins */
  u32 parent; /* the innermost loop around it, or NO_LOOP */
} Loop;

typedef struct Loops {
  VEC(Loop) all; /* outer ones before those in them */
  U32Vec of;     /* of each instruction the innermost loop, or NO_LOOP */
} Loops;

/* The function must be verified.  A cycle with two ways in is no natural loop and is left out. */
void loops_make(const Fn *f, Loops *ret);
void loops_done(Loops *l); /* also for cleanup() */

/* How many loops lie around this pc. */
u32 loops_depth(const Loops *l, u32 pc);

/* Is the loop around this pc, or the innermost one there? */
bool loops_contain(const Loops *l, u32 loop, u32 pc);

/* The loops of all functions of a module, each made when it is first asked for. */
typedef struct LoopTable {
  const Module *module; /* borrowed */
  Loops *at;            /* owned; per function */
} LoopTable;

LoopTable loop_table_new(const Module *m);
void loop_table_done(LoopTable *t); /* also of one that is all zero */
const Loops *loop_table_get(LoopTable *t, u32 fn);
