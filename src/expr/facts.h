/* facts.h — what holds of a term under every assignment: unsigned and signed range, known bits.
 *
 * Facts are sound but not always as tight as possible.  Nothing is known of terms wider than 64
 * bits.  Facts of an array hold of each of its elements.
 */
#pragma once

#include "expr/expr.h"

typedef struct Facts {
  u64 umin, umax;
  i64 smin, smax;  /* sign-extended from the width of the term */
  u64 zeros, ones; /* bits known to be 0, known to be 1 (within the width) */
} Facts;

Facts expr_facts(Expr e);
Facts facts_top(u32 width);
Facts facts_exact(u32 width, u64 value); /* width <= 64 */

/* Seen to be contradictory: no value has them all.  Facts that are not empty
 * may still have no value. */
static inline bool facts_is_empty(const Facts *f) {
  return f->umin > f->umax || f->smin > f->smax || (f->zeros & f->ones);
}

/* Draws from each part what it says about the others (range to bits and back). */
Facts facts_close(Facts f, u32 width);

/* Both hold; inconsistent parts are left as they are (an empty range). */
Facts facts_meet(Facts a, Facts b, u32 width);

/* The value of an operation, given facts of its operands: the transfer function
 * expr_facts applies node by node, open to callers that know more about leaves. */
Facts facts_step(Expr e, const Facts *kids);

/* The other way: narrows the facts of the operands to what goes with facts of the result; one of
 * them is empty if nothing does.  Facts of arrays stay as they are. */
void facts_back(Expr e, const Facts *result, Facts *io_kids);

/* What a comparison (EQ, ULT, SLT) of two terms with these facts gives: 1, 0, or -1 if either. */
int facts_compare(ExprKind compare, const Facts *a, const Facts *b);

Facts facts_neg(const Facts *f, u32 width);                 /* of the term negated */
Facts facts_sum(const Facts *a, const Facts *b, u32 width); /* of any two terms with these */
