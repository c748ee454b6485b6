/* z3_build_impl.h — what z3_build.c and z3_arrays.c share. */
#pragma once

#include "base/map.h"
#include "expr/input.h"
#include "z3/z3_build.h"

struct Z3Build {
  Z3_context c; /* borrowed */
  u32 epoch;    /* of the expression table the memos are for */
  Map built;    /* key of a term or a read → Z3_ast in its natural form */
  Map flipped;  /* Z3_ast of one bit → the same in the other form */
  Map leaves;   /* cell → constant */
  Map depths;   /* array → length of its longest chain of stores, or KEEPS_ARRAY */
  VEC(Z3_ast) kept;
  VEC(u64) stack;
};

/* References the term until the memos are dropped. */
Z3_ast z3_keep(Z3Build *b, Z3_ast a);
Z3_ast z3_built(const Z3Build *b, u64 key); /* NULL: not yet */
Z3_ast z3_numeral(Z3Build *b, u32 width, u64 v);
Z3_ast z3_as_bits(Z3Build *b, Z3_ast a); /* leaves arrays alone */
Z3_ast z3_as_bool(Z3Build *b, Z3_ast a);

static inline u64 z3_read_key(Expr array, Expr index) { return (u64)array.id << 32 | index.id; }

/* The keys that must be built before the read can be; at most four. */
u32 z3_read_needs(u64 key, u64 *ret_keys);
Z3_ast z3_read(Z3Build *b, u64 key);

/* Does what is selected from this array use Z3's theory of arrays? */
bool z3_keeps_array(Z3Build *b, Expr array);

/* An array with no array below it, in Z3's theory of arrays. */
Z3_ast z3_whole_array(Z3Build *b, Expr array);
