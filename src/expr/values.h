/* values.h — terms that have only a few values, and which these are. */
#pragma once

#include "expr/expr.h"

enum { MAX_VALUES_LISTED = 64 };

/* The values that e may have, ascending, if the term alone shows that there are at most `max` of
 * them (max <= MAX_VALUES_LISTED); else 0.  It has no others, but perhaps not all of these. */
u32 expr_values(Expr e, u32 max, u64 *ret);

/* The core of e: e without additions, products and shifts with constants, and extensions.  The
 * value of the core determines that of e, so replacing the core by a constant makes e a constant. */
Expr expr_core(Expr e);
