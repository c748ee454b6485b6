/* int_term.h — terms over the integers, as sent to Z3's arithmetic.
 *
 * A small append-only arena: a node refers to earlier nodes by index.  ints.c
 * writes it (having proved that nothing wraps around), the Z3 worker mirrors it.
 */
#ifndef SOLVER_Z3_INT_TERM_H
#define SOLVER_Z3_INT_TERM_H

#include "base/base.h"
#include "base/vec.h"

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

#endif
