/* builtin_float.c — functions of math.h on floats and doubles that are symbols: those that are made of
 * a few operations of expr/float.h.  Others, and long doubles, stay with numbers (builtin_math.c).
 */
#include "expr/float.h"
#include "vm/builtin_impl.h"

/* The rows of a function for double and for float. */
#define FUNCTION(id, result) \
  case BUILTIN_##id:         \
  case BUILTIN_##id##_F:     \
    return result;

/* EXPR_NONE: not this function. */
static Expr result_of(const BuiltinCall *n) {
  Expr a = builtin_arg_term(n, 0);
  switch ((u32)n->builtin) {
    FUNCTION(FABS, float_abs(a))
    FUNCTION(COPYSIGN, float_copysign(a, builtin_arg_term(n, 1)))
  default:
    return EXPR_NONE;
  }
}

bool builtin_on_terms(const BuiltinCall *n) {
  Expr result = result_of(n);
  if (expr_is_none(result))
    return step_stop(n->s, STOP_SYMBOLIC_FLOAT, builtin_infos[n->builtin].name);
  if (n->call->n_results) reg_set_term(n->s->top, n->result, result);
  return builtin_done(n);
}
