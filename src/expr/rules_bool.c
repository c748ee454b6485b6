/* rules_bool.c — rules on not, and, or, xor and ite. */
#include "expr/rules.h"

/* match:  (not (not x))
 * result: x */
RULE(not_not)
{ return is_kind(t->a, EXPR_NOT) ? kid(t->a, 0) : NO_RULE; }
