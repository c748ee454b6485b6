/* builtin_math.c — math.h on numbers, through the host's library.
 *
 * Each function exists for double, float (suffix f) and long double (suffix l); BUILTIN_X_F and
 * BUILTIN_X_L follow BUILTIN_X.  The shape of the row says what their arguments and results are.
 */
#define _GNU_SOURCE
#include "vm/builtin/builtin_impl.h"
#include "vm/exec/float.h"

#include <math.h>

/* ---- arguments and results --------------------------------------------------------------------- */

static float get_f32(const BuiltinCall *n, u32 k) { return as_f32(builtin_arg_value(n, k)); }
static double get_f64(const BuiltinCall *n, u32 k) { return as_f64(builtin_arg_value(n, k)); }
static long double get_f80(const BuiltinCall *n, u32 k) {
  u64 pair[2] = {builtin_arg_value(n, 2 * k), builtin_arg_value(n, 2 * k + 1)};
  return as_f80(pair);
}

static bool give_f32(const BuiltinCall *n, float x) { return builtin_return(n, of_f32(x)); }
static bool give_f64(const BuiltinCall *n, double x) { return builtin_return(n, of_f64(x)); }
static bool give_f80(const BuiltinCall *n, long double x) {
  u64 pair[2];
  of_f80(x, pair);
  if (n->call->n_results < 2) return builtin_done(n);
  reg_set(n->s->top, n->result + 1, pair[1]);
  return builtin_return(n, pair[0]);
}

/* The integer argument behind a float one, which takes two registers if it is long. */
static i64 get_int(const BuiltinCall *n, bool is_long) {
  u32 k = is_long ? 2 : 1;
  return value_signed(builtin_arg_value(n, k), builtin_arg_width(n, k));
}

static bool put(const BuiltinCall *n, bool is_long, const void *bytes, u32 size) {
  u64 to = builtin_arg_value(n, is_long ? 2 : 1);
  if (!builtin_may_access(n, to, size, true)) return false;
  object_put(&n->s->space, to, bytes, size);
  return true;
}

/* ---- functions, by their shape ----------------------------------------------------------------- */

#define CASES(id, f64, f32, f80) \
  case BUILTIN_##id:             \
    return f64;                  \
  case BUILTIN_##id##_F:         \
    return f32;                  \
  case BUILTIN_##id##_L:         \
    return f80;

#define SHAPE_UNARY(id, fn)                                                    \
  CASES(id, give_f64(n, fn(get_f64(n, 0))), give_f32(n, fn##f(get_f32(n, 0))), \
        give_f80(n, fn##l(get_f80(n, 0))))
#define SHAPE_BINARY(id, fn)                               \
  CASES(id, give_f64(n, fn(get_f64(n, 0), get_f64(n, 1))), \
        give_f32(n, fn##f(get_f32(n, 0), get_f32(n, 1))),  \
        give_f80(n, fn##l(get_f80(n, 0), get_f80(n, 1))))
#define SHAPE_TERNARY(id, fn)                                             \
  CASES(id, give_f64(n, fn(get_f64(n, 0), get_f64(n, 1), get_f64(n, 2))), \
        give_f32(n, fn##f(get_f32(n, 0), get_f32(n, 1), get_f32(n, 2))),  \
        give_f80(n, fn##l(get_f80(n, 0), get_f80(n, 1), get_f80(n, 2))))
/* With an integer behind the number, which goes to the function as it is declared there. */
#define SHAPE_SCALED(id, fn)                                   \
  CASES(id, give_f64(n, fn(get_f64(n, 0), get_int(n, false))), \
        give_f32(n, fn##f(get_f32(n, 0), get_int(n, false))),  \
        give_f80(n, fn##l(get_f80(n, 0), get_int(n, true))))
#define SHAPE_TO_INT(id, fn)                                \
  CASES(id, builtin_return(n, (u64)(i64)fn(get_f64(n, 0))), \
        builtin_return(n, (u64)(i64)fn##f(get_f32(n, 0))),  \
        builtin_return(n, (u64)(i64)fn##l(get_f80(n, 0))))
/* With a second result in memory: an int, or a number like the first. */
#define SHAPE_EXPONENT(id, fn) CASES(id, fn##_f64(n), fn##_f32(n), fn##_f80(n))
#define SHAPE_WHOLE(id, fn) CASES(id, fn##_f64(n), fn##_f32(n), fn##_f80(n))

#define SECOND_RESULTS(T, f, frexp, modf, is_long, n_bytes)               \
  static bool frexp_##f(const BuiltinCall *n) {                           \
    int exponent;                                                         \
    T x = frexp(get_##f(n, 0), &exponent);                                \
    return put(n, is_long, &exponent, sizeof exponent) && give_##f(n, x); \
  }                                                                       \
  static bool modf_##f(const BuiltinCall *n) {                            \
    T whole, x = modf(get_##f(n, 0), &whole);                             \
    return put(n, is_long, &whole, n_bytes) && give_##f(n, x);            \
  }
SECOND_RESULTS(double, f64, frexp, modf, false, 8)
SECOND_RESULTS(float, f32, frexpf, modff, false, 4)
SECOND_RESULTS(long double, f80, frexpl, modfl, true, 10)

bool builtin_do_math(const BuiltinCall *n) {
  switch ((u32)n->builtin) {
#define BUILTIN(id, name, dialect, n_args, handler, host, meaning)
#define MATH(id, name, shape, meaning) SHAPE_##shape(id, name)
#include "code/builtins.def"
#undef BUILTIN
#undef MATH
  }
  return step_stop(n->s, STOP_UNSUPPORTED, builtin_infos[n->builtin].name);
}
