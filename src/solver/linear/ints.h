/* ints.h — conditions over bit-vectors as conditions over the integers.
 *
 * Where the ranges known on the path prove that an operation does not wrap, it is the same
 * operation on integers.  A term that we cannot translate becomes a new variable.  The translation
 * is then weaker than the condition: a refutation still counts, but a solution must be validated.
 */
#ifndef SOLVER_LINEAR_INTS_H
#define SOLVER_LINEAR_INTS_H

#include "base/map.h"
#include "base/vec.h"
#include "expr/expr.h"
#include "solver/bounds.h"

typedef enum IntOp {
  INT_VAR,   /* k: number of the variable               → Int  */
  INT_CONST, /* k                                       → Int  */
  INT_ADD,   /* a + b                                   → Int  */
  INT_SCALE, /* k * a                                   → Int  */
  INT_ITE,   /* if a then b else c (Int arms)           → Int  */
  INT_TRUE,  /*                                         → Bool */
  INT_LE,    /* a <= b                                  → Bool */
  INT_EQ,    /* a = b (Int)                             → Bool */
  INT_NOT,   /* not a                                   → Bool */
  INT_AND,   /* a and b                                 → Bool */
  INT_OR,    /* a or b                                  → Bool */
} IntOp;

typedef struct IntNode {
  IntOp op;
  u32 a, b, c;
  i64 k;
} IntNode;

typedef VEC(IntNode) IntNodes;

typedef struct IntVar {
  Expr term;
  bool is_signed;
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
  bool is_exact; /* every variable is an input word */
  u32 depends;   /* 1 + the latest trail item whose range was used; 0: none */
} IntCond;

void ints_done(Ints *s); /* a zeroed Ints is empty */
void ints_reset(Ints *s);

void ints_translate(Ints *s, const Bounds *b, Expr e, IntCond *ret);

#endif
