/* ints.h — conditions over bit-vectors as linear inequalities over the integers.
 *
 * Where the ranges known on the path prove that an operation does not wrap, it is the same
 * operation on integers.  A term that we cannot translate becomes a new variable.  The translation
 * is then weaker than the condition: a refutation still counts, but a solution must be validated.
 */
#pragma once

#include "base/map.h"
#include "base/vec.h"
#include "expr/expr.h"
#include "solver/bounds.h"
#include "solver/linear/simplex.h"

typedef struct IntVar {
  Expr term;
  bool is_signed;
} IntVar;

/* A term of the sum that is being added up. */
typedef struct IntPart {
  u32 node;
  i64 coef;
} IntPart;

typedef struct Ints {
  VEC(IntVar) vars;
  Map var_of; /* expr id * 2 + is_signed → variable + 1 */

  VEC(IntPart) parts; /* scratch */
  VEC(i64) coefs;     /* scratch; by variable, zero between two uses */
  U32Vec touched;
  bool overflowed;
} Ints;

/* A sum of variables between bounds, or (`differs`) not equal to `low`. */
typedef struct IntAtom {
  const SimplexTerm *terms; /* those of its condition; variables are those of Ints */
  u32 n;
  i64 low, high;
  bool has_low, has_high, differs;
} IntAtom;

/* What a condition is, as far as it is a conjunction of atoms. */
typedef struct IntCond {
  VEC(IntAtom) atoms;     /* owned */
  VEC(SimplexTerm) terms; /* owned; of one atom after the other */
  bool is_exact;          /* every variable is an input word */
  u32 depends;            /* 1 + the latest trail item whose range was used; 0: none */
} IntCond;

void ints_done(Ints *s); /* a zeroed Ints is empty */
void ints_reset(Ints *s);

/* *io_cond is zeroed, or was used before. */
void ints_translate(Ints *s, const Bounds *b, Expr e, IntCond *io_cond);
void int_cond_done(IntCond *c);
