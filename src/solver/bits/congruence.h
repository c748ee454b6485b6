/* congruence.h — equal operands give equal results.
 *
 * Two divisions of different terms are two circuits.  Clauses about single bits hardly show that
 * they agree where the terms do: k = j and k % 211 ≠ j % 211 takes minutes.  With this said as a
 * clause it is decided at once.  The lemmas also say that a remainder is below its divisor.  Both
 * are true anyway, so a conjunction means the same with them.
 */
#pragma once

#include "expr/expr.h"

/* Appends what may be said of the divisions and products with constants in these terms; nothing if
 * there are none, or the terms are too large to be looked at. */
void congruence_lemmas(const Expr *terms, u32 n, ExprVec *ret);
