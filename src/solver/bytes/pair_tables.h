/* pair_tables.h — truth tables of conditions on two bytes: 65,536 bits, made once per condition. */
#pragma once

#include "base/map.h"
#include "solver/values/lanes.h"

/* Which values of the second byte go with a value of the first. */
typedef struct PairTable {
  ByteSet row[256];
} PairTable;

/* The table of a condition; we compute a row when a question first needs it. */
typedef struct KeptTable {
  PairTable pairs;
  ByteSet made;  /* rows */
  bool has_none; /* the condition cannot be evaluated in lanes */
} KeptTable;

typedef struct PairTables {
  Map slot_of;             /* expr id → 1 + table */
  VEC(KeptTable *) tables; /* owned */
  u32 epoch;               /* of the expression table that the handles are of */
} PairTables;

void pair_tables_done(PairTables *p); /* a zeroed one is empty */

/* Keeps the pairs in *io that satisfy e, which reads these two cells and no others; false, and
 * nothing is changed, when e has no table. */
bool pair_tables_and(PairTables *p, Lanes *l, Eval *ev, Expr e, const u32 cells[2], PairTable *io);
