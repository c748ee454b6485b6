/* linear.c — exact linear forms of bit-vector terms; see linear.h.
 *
 * The key step is `window`: an operation of width w is exact up to a multiple
 * of 2^w; if the range of the sum lies inside one window of 2^w values, that
 * multiple is known and can be taken off.  So x + 0xffffffff is x - 1 as soon
 * as x >= 1 is known.
 */
#include "solver/linear/linear.h"

#include "base/number.h"
#include "expr/value.h"

/* Sums deeper than this are cut: their parts become variables. */
enum { MAX_DEPTH = 8 };

/* Brings a sum back into the range of its width; false: it may wrap or not. */
static bool window(Linear *l, u32 width, bool is_signed) {
  assert(width && width <= 64);
  i128 size = (i128)1 << width, low = is_signed ? -(size / 2) : 0;
  i128 shift = floor_div(l->low - low, size) * size;
  if (l->high - shift >= low + size) return false;
  l->constant -= shift;
  l->low -= shift;
  l->high -= shift;
  return true;
}

static Linear variable(const Bounds *b, Expr e, bool is_signed) {
  Bound bound = bounds_get(b, e);
  Facts f = bound.facts;
  if (f.smin >= 0) is_signed = false;
  Linear l = {.uses_path = bound.item != 0, .n = 1, .terms = {{e, is_signed, 1}}};
  l.low = is_signed ? (i128)f.smin : (i128)f.umin;
  l.high = is_signed ? (i128)f.smax : (i128)f.umax;
  return l;
}

/* Adds k * b to a; false when it has too many terms or too large coefficients. */
static bool add_scaled(Linear *a, const Linear *b, i64 k) {
  assert(a != b && a->n <= LINEAR_MAX_TERMS);
  for (u32 i = 0; i < b->n; i++) {
    LinearTerm t = b->terms[i];
    u32 at = 0;
    while (at < a->n &&
           !(expr_same(a->terms[at].term, t.term) && a->terms[at].is_signed == t.is_signed))
      at++;
    if (at == LINEAR_MAX_TERMS) return false;
    if (at == a->n) a->terms[a->n++] = (LinearTerm){t.term, t.is_signed, 0};
    i128 coef = a->terms[at].coef + (i128)t.coef * k;
    if (coef > INT32_MAX || coef < -INT32_MAX) return false;
    a->terms[at].coef = (i64)coef;
    if (!coef) a->terms[at] = a->terms[--a->n];
  }
  a->uses_path |= b->uses_path;
  a->constant += b->constant * k;
  a->low += k >= 0 ? b->low * k : b->high * k;
  a->high += k >= 0 ? b->high * k : b->low * k;
  return true;
}

static Linear constant(i128 v) { return (Linear){.constant = v, .low = v, .high = v}; }

static Linear form(const Bounds *b, Expr e, bool is_signed, u32 depth);

/* The sum or multiple that e is, in the window of its width; false: opaque. */
static bool arithmetic(const Bounds *b, Expr e, bool is_signed, u32 depth, Linear *ret) {
  u32 width = expr_width(e);
  Expr a = expr_kid(e, 0);
  Linear x = form(b, a, is_signed, depth + 1), y;
  ExprKind kind = expr_kind(e);
  if (kind == EXPR_ADD) {
    y = form(b, expr_kid(e, 1), is_signed, depth + 1);
    if (!add_scaled(&x, &y, 1)) return false;
  } else if (kind == EXPR_MUL) {
    i64 k = value_signed(expr_value(expr_kid(e, 1)), width);
    y = constant(0);
    if (k > INT32_MAX || k < -INT32_MAX || !add_scaled(&y, &x, k)) return false;
    x = y;
  } else { /* -a, or ~a = -1 - a */
    y = constant(kind == EXPR_NOT ? -1 : 0);
    if (!add_scaled(&y, &x, -1)) return false;
    x = y;
  }
  if (!window(&x, width, is_signed)) return false;
  *ret = x;
  return true;
}

static Linear form(const Bounds *b, Expr e, bool is_signed, u32 depth) {
  u32 width = expr_width(e);
  ExprKind kind = expr_kind(e);
  if (kind == EXPR_CONST) {
    u64 v = expr_value(e);
    return constant(is_signed ? (i128)value_signed(v, width) : (i128)v);
  }
  if (depth > MAX_DEPTH) return variable(b, e, is_signed);
  if (kind == EXPR_ZEXT) return form(b, expr_kid(e, 0), false, depth + 1);
  if (kind == EXPR_SEXT) {
    Expr a = expr_kid(e, 0);
    Bound inner = bounds_get(b, a);
    bool is_natural = inner.facts.smin >= 0;
    if (is_signed || is_natural) {
      Linear l = form(b, a, !is_natural, depth + 1);
      l.uses_path |= inner.item != 0;
      return l;
    }
  }
  bool is_sum = kind == EXPR_ADD || kind == EXPR_NEG || kind == EXPR_NOT ||
                (kind == EXPR_MUL && expr_is_const(expr_kid(e, 1)));
  Linear l;
  if (is_sum && arithmetic(b, e, is_signed, depth, &l)) return l;
  return variable(b, e, is_signed);
}

Linear linear_of(const Bounds *b, Expr e, bool is_signed) {
  assert(expr_width(e) <= 64);
  return form(b, e, is_signed, 0);
}

bool linear_minus(Linear *a, const Linear *b) { return add_scaled(a, b, -1); }
