/* random_terms.h — for tests: a growing pool of random terms over all operators,
 * of chosen widths, the same for the same seed.
 *
 * Operations are given out before they are made (RandomOp), so that a test can
 * compare what a constructor returns with the plain meaning of the operation.
 * Operands are drawn so that rules find something to do: constants of the kinds
 * that matter, and terms related to the other operand.
 */
#pragma once

#include "base/rng.h"
#include "expr/expr.h"

enum { RANDOM_MAX_WIDTHS = 8 };

typedef struct RandomTerms {
  Rng rng;
  u32 widths[RANDOM_MAX_WIDTHS], n_widths;
  ExprVec pool;   /* bit-vectors; owned */
  ExprVec arrays; /* owned */
} RandomTerms;

typedef struct RandomOp {
  ExprKind kind;
  u32 width, low; /* as in Candidate */
  Expr kid[3];
} RandomOp;

/* Makes leaves of these widths (at most RANDOM_MAX_WIDTHS) and arrays over them. */
void random_terms_init(RandomTerms *r, u64 seed, const u32 *widths, u32 n_widths);
void random_terms_done(RandomTerms *r);

Expr random_const(RandomTerms *r, u32 width);
Expr random_pick(RandomTerms *r, u32 width); /* a constant, or a term of the pool, made to fit */

RandomOp random_op(RandomTerms *r);
Expr random_apply(const RandomOp *op);
void random_keep(RandomTerms *r, Expr e); /* to the pool, where its width allows */
