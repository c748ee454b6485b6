/* builtin_float.c — functions of math.h on symbolic floats and doubles: those that are made of a
 * few operations of expr/float.h.  Others, and long doubles, stay with numbers (builtin_math.c). */
#include "expr/float.h"
#include "vm/builtin/builtin_impl.h"
#include "vm/choice/pins.h"

/* The rows of a function for double and for float. */
#define FUNCTION(id, result) \
  case BUILTIN_##id:         \
  case BUILTIN_##id##_F:     \
    return result;

static Expr whole_int(Expr x, FloatRounding how) {
  return float_to_signed(float_to_whole(x, how), 64);
}

/* EXPR_NONE: not this function. */
static Expr result_of(const BuiltinCall *n) {
  Expr a = builtin_arg_term(n, 0);
  Expr b = n->call->n_args > 1 ? builtin_arg_term(n, 1) : EXPR_NONE;
  switch ((u32)n->builtin) {
    FUNCTION(FABS, float_abs(a))
    FUNCTION(COPYSIGN, float_copysign(a, b))
    FUNCTION(FMIN, float_min(a, b))
    FUNCTION(FMAX, float_max(a, b))
    FUNCTION(SQRT, float_sqrt(a))
    FUNCTION(FLOOR, float_to_whole(a, FLOAT_DOWN))
    FUNCTION(CEIL, float_to_whole(a, FLOAT_UP))
    FUNCTION(TRUNC, float_to_whole(a, FLOAT_CHOP))
    FUNCTION(RINT, float_to_whole(a, FLOAT_EVEN))
    FUNCTION(NEARBYINT, float_to_whole(a, FLOAT_EVEN))
    FUNCTION(ROUNDEVEN, float_to_whole(a, FLOAT_EVEN))
    FUNCTION(ROUND, float_to_whole(a, FLOAT_AWAY))
    FUNCTION(LRINT, whole_int(a, FLOAT_EVEN))
    FUNCTION(LLRINT, whole_int(a, FLOAT_EVEN))
    FUNCTION(LROUND, whole_int(a, FLOAT_AWAY))
    FUNCTION(LLROUND, whole_int(a, FLOAT_AWAY))
  default:
    return EXPR_NONE;
  }
}

bool builtin_on_terms(const BuiltinCall *n) {
  Frame *f = n->s->top;
  Expr result = result_of(n);
  if (expr_is_none(result)) {
    /* What the library does not do on symbols it does on their values, if these are few (pins.h). */
    for (u32 k = 0; k < n->call->n_args; k++)
      if (!pins_settle(n->vm, n->s, builtin_arg(n, k), builtin_infos[n->builtin].name))
        return false;
    return builtin_do_math(n);
  }
  if (n->call->n_results) reg_set_term(f, n->result, expr_resize(result, f->fn->widths[n->result]));
  return builtin_done(n);
}
