/* ints.h — conditions over bit-vectors as conditions over the integers.
 *
 * Where the ranges known on the path prove that an operation does not wrap, it
 * is the same operation on integers.  What is not understood becomes a variable
 * of its own: the translation is then weaker than the condition, so that a
 * refutation still counts while a solution must be validated.
 */
#ifndef SOLVER_Z3_INTS_H
#define SOLVER_Z3_INTS_H

#include "base/map.h"
#include "expr/expr.h"
#include "solver/bounds.h"
#include "solver/z3/int_term.h"

typedef struct IntVar {
  Expr term;
  bool is_signed;
  u32 ranges[2], n_ranges; /* Bool nodes: what holds of it anywhere */
} IntVar;

typedef struct Ints {
  IntNodes arena;
  VEC(IntVar) vars;
  Map var_of;  /* expr id * 2 + is_signed → variable + 1 */
  Map node_of; /* hash of a node → its index + 1: equal nodes are made once */
} Ints;

/* A translated condition. */
typedef struct IntCond {
  u32 root;      /* Bool node */
  U32Vec vars;   /* owned; the variables it mentions, with repetitions */
  bool is_exact; /* every variable is an input word */
  u32 depends;   /* 1 + the latest trail item whose range was used; 0: none */
} IntCond;

void ints_done(Ints *s); /* a zeroed Ints is empty */
void ints_reset(Ints *s);

void ints_translate(Ints *s, const Bounds *b, Expr e, IntCond *ret);

#endif
