/* inverse.h — which operand makes an operation give a wanted value. */
#ifndef SOLVER_VALUES_INVERSE_H
#define SOLVER_VALUES_INVERSE_H

#include "base/rng.h"
#include "expr/expr.h"

/* A binary operation of at most 64 bits with its operands' values now. */
typedef struct Operation {
  ExprKind kind; /* ADD … SLT, but CONCAT */
  u32 width;     /* of the operands */
  u64 value[2];  /* of the operands */
} Operation;

/* A value of operand `which` with which the operation gives `wanted`, near the one it has or chosen
 * by the numbers of *rng where there are many; false: none was found, though there may be one. */
bool inverse_of(const Operation *op, u32 which, u64 wanted, Rng *rng, u64 *ret);

#endif
