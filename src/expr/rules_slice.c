/* rules_slice.c — rules on extract, concat, zero and sign extension: what
 * loads and stores of words over bytes produce. */
#include "expr/rules.h"

/* match:  ((_ extract n-1 0) x), x of width n
 * result: x */
RULE(extract_whole)
{ return t->width == expr_width(t->a) ? t->a : NO_RULE; }

/* match:  an extract of a slice of an input
 * result: the smaller slice */
RULE(extract_var)
{
  if (!is_kind(t->a, EXPR_VAR)) return NO_RULE;
  return expr_var(expr_input(t->a), expr_var_low(t->a) + t->low, t->width);
}

/* match:  (concat high low), slices of one input, low directly below high
 * result: the slice of both */
RULE(concat_vars)
{
  if (!is_kind(t->a, EXPR_VAR) || !is_kind(t->b, EXPR_VAR)) return NO_RULE;
  if (expr_input(t->a).id != expr_input(t->b).id) return NO_RULE;
  if (expr_var_low(t->a) != expr_var_low(t->b) + expr_width(t->b)) return NO_RULE;
  return expr_var(expr_input(t->b), expr_var_low(t->b), t->width);
}
