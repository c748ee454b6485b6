/* native_math.c — math.h, through the host's library, on numbers.
 *
 * Each function exists for double, float (suffix f) and long double (suffix l); NATIVE_X_F and
 * NATIVE_X_L stand behind NATIVE_X.  A symbolic argument ends the path.
 */
#define _GNU_SOURCE
#include "vm/float.h"
#include "vm/native_impl.h"

#include <math.h>

/* ---- arguments and results --------------------------------------------------------------------- */

/* Argument registers: a long double takes two. */
static bool is_symbolic(const NativeCall *n) {
  for (u32 k = 0; k < n->call->n_args; k++)
    if (reg_is_symbolic(n->s->top, native_arg(n, k))) return true;
  return false;
}

static float get_f32(const NativeCall *n, u32 k) {
  return as_f32(native_arg_value(n, k));
}
static double get_f64(const NativeCall *n, u32 k) {
  return as_f64(native_arg_value(n, k));
}
static long double get_f80(const NativeCall *n, u32 k) {
  u64 pair[2] = {native_arg_value(n, 2 * k), native_arg_value(n, 2 * k + 1)};
  return as_f80(pair);
}

static bool give_f32(const NativeCall *n, float x) {
  return native_return(n, of_f32(x));
}
static bool give_f64(const NativeCall *n, double x) {
  return native_return(n, of_f64(x));
}
static bool give_f80(const NativeCall *n, long double x) {
  u64 pair[2];
  of_f80(x, pair);
  if (n->call->n_results < 2) return native_done(n);
  reg_set(n->s->top, n->result + 1, pair[1]);
  return native_return(n, pair[0]);
}

/* The integer argument behind a float one, which takes two registers if it is long. */
static i64 get_int(const NativeCall *n, bool is_long) {
  u32 k = is_long ? 2 : 1;
  return value_signed(native_arg_value(n, k), native_arg_width(n, k));
}

static bool put(const NativeCall *n, bool is_long, const void *bytes, u32 size) {
  u64 to = native_arg_value(n, is_long ? 2 : 1);
  Fault fault = object_check(&n->s->space, to, size, true);
  if (fault != FAULT_NONE) return step_fault(n->vm, n->s, fault, to, size, true);
  object_put(&n->s->space, to, bytes, size);
  return true;
}

/* ---- functions, by their shape ----------------------------------------------------------------- */

#define CASES(id, f64, f32, f80) \
  case NATIVE_##id:              \
    return f64;                  \
  case NATIVE_##id##_F:          \
    return f32;                  \
  case NATIVE_##id##_L:          \
    return f80;

#define UNARY(id, fn)                                                          \
  CASES(id, give_f64(n, fn(get_f64(n, 0))), give_f32(n, fn##f(get_f32(n, 0))), \
        give_f80(n, fn##l(get_f80(n, 0))))
#define BINARY(id, fn)                                     \
  CASES(id, give_f64(n, fn(get_f64(n, 0), get_f64(n, 1))), \
        give_f32(n, fn##f(get_f32(n, 0), get_f32(n, 1))),  \
        give_f80(n, fn##l(get_f80(n, 0), get_f80(n, 1))))
#define SCALED(id, fn, T)                                         \
  CASES(id, give_f64(n, fn(get_f64(n, 0), (T)get_int(n, false))), \
        give_f32(n, fn##f(get_f32(n, 0), (T)get_int(n, false))),  \
        give_f80(n, fn##l(get_f80(n, 0), (T)get_int(n, true))))
#define TO_INT(id, fn)                                     \
  CASES(id, native_return(n, (u64)(i64)fn(get_f64(n, 0))), \
        native_return(n, (u64)(i64)fn##f(get_f32(n, 0))),  \
        native_return(n, (u64)(i64)fn##l(get_f80(n, 0))))

static bool unary(const NativeCall *n) {
  switch ((u32)n->native) {
    UNARY(ACOS, acos)
    UNARY(ACOSH, acosh)
    UNARY(ASIN, asin)
    UNARY(ASINH, asinh)
    UNARY(ATAN, atan)
    UNARY(ATANH, atanh)
    UNARY(CBRT, cbrt)
    UNARY(CEIL, ceil)
    UNARY(COS, cos)
    UNARY(COSH, cosh)
    UNARY(ERF, erf)
    UNARY(ERFC, erfc)
    UNARY(EXP, exp)
    UNARY(EXP2, exp2)
    UNARY(EXP10, exp10)
    UNARY(EXPM1, expm1)
    UNARY(FABS, fabs)
    UNARY(FLOOR, floor)
    UNARY(LGAMMA, lgamma)
    UNARY(LOG, log)
    UNARY(LOG10, log10)
    UNARY(LOG1P, log1p)
    UNARY(LOG2, log2)
    UNARY(LOGB, logb)
    UNARY(NEARBYINT, nearbyint)
    UNARY(RINT, rint)
    UNARY(ROUND, round)
    UNARY(ROUNDEVEN, roundeven)
    UNARY(SIN, sin)
    UNARY(SINH, sinh)
    UNARY(SQRT, sqrt)
    UNARY(TAN, tan)
    UNARY(TANH, tanh)
    UNARY(TGAMMA, tgamma)
    UNARY(TRUNC, trunc)
  }
  return step_stop(n->s, STOP_UNSUPPORTED, native_names[n->native]);
}

static bool binary(const NativeCall *n) {
  switch ((u32)n->native) {
    BINARY(ATAN2, atan2)
    BINARY(COPYSIGN, copysign)
    BINARY(FDIM, fdim)
    BINARY(FMAX, fmax)
    BINARY(FMIN, fmin)
    BINARY(FMOD, fmod)
    BINARY(HYPOT, hypot)
    BINARY(NEXTAFTER, nextafter)
    BINARY(POW, pow)
    BINARY(REMAINDER, remainder)
    CASES(FMA, give_f64(n, fma(get_f64(n, 0), get_f64(n, 1), get_f64(n, 2))),
          give_f32(n, fmaf(get_f32(n, 0), get_f32(n, 1), get_f32(n, 2))),
          give_f80(n, fmal(get_f80(n, 0), get_f80(n, 1), get_f80(n, 2))))
  }
  return unary(n);
}

/* With a second result in memory. */
static bool split(const NativeCall *n) {
  int exponent;
  double whole;
  float whole_f;
  long double whole_l, x;
  switch ((u32)n->native) {
  case NATIVE_FREXP:
    x = frexp(get_f64(n, 0), &exponent);
    return put(n, false, &exponent, sizeof exponent) && give_f64(n, (double)x);
  case NATIVE_FREXP_F:
    x = frexpf(get_f32(n, 0), &exponent);
    return put(n, false, &exponent, sizeof exponent) && give_f32(n, (float)x);
  case NATIVE_FREXP_L:
    x = frexpl(get_f80(n, 0), &exponent);
    return put(n, true, &exponent, sizeof exponent) && give_f80(n, x);
  case NATIVE_MODF:
    x = modf(get_f64(n, 0), &whole);
    return put(n, false, &whole, sizeof whole) && give_f64(n, (double)x);
  case NATIVE_MODF_F:
    x = modff(get_f32(n, 0), &whole_f);
    return put(n, false, &whole_f, sizeof whole_f) && give_f32(n, (float)x);
  case NATIVE_MODF_L:
    x = modfl(get_f80(n, 0), &whole_l);
    return put(n, true, &whole_l, 10) && give_f80(n, x);
  }
  return binary(n);
}

bool native_math(const NativeCall *n) {
  if (is_symbolic(n)) return step_stop(n->s, STOP_SYMBOLIC_FLOAT, native_names[n->native]);
  switch ((u32)n->native) {
    SCALED(LDEXP, ldexp, int)
    SCALED(SCALBN, scalbn, int)
    SCALED(SCALBLN, scalbln, long)
    TO_INT(ILOGB, ilogb)
    TO_INT(LRINT, lrint)
    TO_INT(LLRINT, llrint)
    TO_INT(LROUND, lround)
    TO_INT(LLROUND, llround)
  }
  return split(n);
}
