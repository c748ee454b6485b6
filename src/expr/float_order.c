/* float_order.c — comparisons of floats as comparisons of integers; see float.h.
 *
 * A float is a sign and a magnitude.  Its key is the same number in two's complement, so that a
 * chain of comparisons is a chain of differences, which the solver's theory of orders decides as it
 * does for integers.  A test that an operand is not a NaN is a range of its key; it is left out
 * where it is known to hold.
 */
#include "expr/float_impl.h"

/* ---- keys -------------------------------------------------------------------------------------- */

/* Keys made lately, and that they are those of numbers: a sort asks for the same ones again and
 * again, and making one looks eight terms up. */
typedef struct MadeKey {
  Expr x, key;
  Expr is_number; /* or EXPR_NONE: not made yet */
} MadeKey;

enum { N_KEYS = 4096 };
static struct {
  MadeKey at[N_KEYS];
  u32 epoch;
} made;

static MadeKey *made_key(Expr x) {
  if (made.epoch != expr_epoch()) {
    memset(&made, 0, sizeof made);
    made.epoch = expr_epoch();
  }
  MadeKey *k = &made.at[x.id % N_KEYS];
  if (expr_same(k->x, x)) return k;
  u32 width = expr_width(x);
  Expr is_negative = expr_slt(x, expr_const(width, 0));
  Expr negated = expr_sub(expr_const(width, float_sign_bit(width)), x);
  *k = (MadeKey){.x = x, .key = expr_ite(is_negative, negated, x)};
  return k;
}

Expr float_key(Expr x) { return made_key(x)->key; }

u64 float_key_value(u32 width, u64 bits) {
  return bits & float_sign_bit(width) ? (float_sign_bit(width) - bits) & value_mask(width) : bits;
}

u64 float_of_key(u32 width, u64 key) { return float_key_value(width, key); /* its own inverse */ }

bool float_is_key(Expr term, Expr *ret_x) {
  u32 width = expr_width(term);
  if (expr_kind(term) != EXPR_ITE || (width != 32 && width != 64)) return false;
  Expr x = expr_kid(term, 2);
  if (!expr_same(float_key(x), term)) return false;
  *ret_x = x;
  return true;
}

u32 float_known(Expr condition, Expr *ret_x) {
  bool holds = expr_kind(condition) != EXPR_NOT;
  Expr atom = holds ? condition : expr_kid(condition, 0);
  bool is_equal = expr_kind(atom) == EXPR_EQ;
  if (expr_kind(atom) != EXPR_SLT && !(is_equal && holds)) return 0;
  Expr a = expr_kid(atom, 0), b = expr_kid(atom, 1);
  bool const_right = expr_is_const(b);
  if (!const_right && !expr_is_const(a)) return 0;
  if (!float_is_key(const_right ? a : b, ret_x)) return 0;
  u32 width = expr_width(a);
  i64 c = value_signed(expr_value(const_right ? b : a), width), most = (i64)float_infinity(width);
  if (is_equal) return -most <= c && c <= most ? FLOAT_NUMBER : 0;
  /* key < c, key >= c, c < key, c >= key */
  if (const_right) return holds ? (c <= most + 1 ? FLOAT_HIGH : 0) : c >= -most ? FLOAT_LOW : 0;
  return holds ? (c >= -most - 1 ? FLOAT_LOW : 0) : c <= most ? FLOAT_HIGH : 0;
}

/* ---- comparisons ------------------------------------------------------------------------------- */

/* That the number with this key has what is wanted and not known. */
static Expr require(Expr key, u32 wanted, u32 known) {
  u32 width = expr_width(key);
  if (!(wanted & ~known)) return expr_bool(true);
  Expr most = expr_const(width, float_infinity(width)), all = expr_bool(true);
  if (wanted & ~known & FLOAT_LOW) all = expr_sge(key, expr_neg(most));
  if (wanted & ~known & FLOAT_HIGH) all = expr_and(all, expr_sle(key, most));
  return all;
}

bool float_is_guard(Expr condition) {
  Expr x;
  u32 known = float_known(condition, &x);
  return known && known != FLOAT_NUMBER && expr_same(condition, require(float_key(x), known, 0));
}

/* That x is a number, as far as it is not known. */
static Expr require_number(Expr x, u32 known) {
  MadeKey *k = made_key(x);
  if (known) return require(k->key, FLOAT_NUMBER, known);
  if (expr_is_none(k->is_number)) k->is_number = require(k->key, FLOAT_NUMBER, 0);
  return k->is_number;
}

static Expr keys_compare(Expr a, Expr b, u32 relations) {
  switch (relations) {
  case 0:
    return expr_bool(false);
  case FLOAT_EQUAL:
    return expr_eq(a, b);
  case FLOAT_GREATER:
    return expr_sgt(a, b);
  case FLOAT_GREATER | FLOAT_EQUAL:
    return expr_sge(a, b);
  case FLOAT_LESS:
    return expr_slt(a, b);
  case FLOAT_LESS | FLOAT_EQUAL:
    return expr_sle(a, b);
  case FLOAT_LESS | FLOAT_GREATER:
    return expr_ne(a, b);
  default:
    return expr_bool(true);
  }
}

/* What a comparison that holds says of its left side if the right one is a constant number. */
static u32 one_sided(u32 relations) {
  bool less = relations & FLOAT_LESS, greater = relations & FLOAT_GREATER;
  return less == greater ? 0 : less ? FLOAT_HIGH : FLOAT_LOW;
}

static u32 mirrored(u32 relations) {
  return (relations & FLOAT_EQUAL) | (relations & FLOAT_LESS ? FLOAT_GREATER : 0) |
         (relations & FLOAT_GREATER ? FLOAT_LESS : 0);
}

static bool is_number(Expr x) {
  u32 width = expr_width(x);
  return expr_is_const(x) && (expr_value(x) & ~float_sign_bit(width)) <= float_infinity(width);
}

Expr float_compare(Expr a, u32 known_a, Expr b, u32 known_b, u32 relations) {
  if (relations & FLOAT_UNORDERED) {
    u32 others = relations ^ (FLOAT_EQUAL | FLOAT_GREATER | FLOAT_LESS | FLOAT_UNORDERED);
    return expr_not(float_compare(a, known_a, b, known_b, others));
  }
  if (is_number(a)) known_a = FLOAT_NUMBER, known_b |= one_sided(mirrored(relations));
  if (is_number(b)) known_b = FLOAT_NUMBER, known_a |= one_sided(relations);
  if (relations == FLOAT_EQUAL) { /* of equal keys one is asked for */
    known_a |= known_b;
    known_b = FLOAT_NUMBER;
  }
  Expr key_a = float_key(a), key_b = float_key(b), keys = keys_compare(key_a, key_b, relations);
  if ((known_a & known_b) == FLOAT_NUMBER) return keys;
  return expr_and(keys, expr_and(require_number(a, known_a), require_number(b, known_b)));
}

Expr float_is_nan(Expr x) { return float_compare(x, 0, x, 0, FLOAT_UNORDERED); }

/* ---- signs: of NaNs, too ----------------------------------------------------------------------- */

Expr float_neg(Expr x) {
  u32 width = expr_width(x);
  return expr_xor(x, expr_const(width, float_sign_bit(width)));
}

Expr float_abs(Expr x) {
  u32 width = expr_width(x);
  return expr_and(x, expr_const(width, ~float_sign_bit(width)));
}

Expr float_copysign(Expr x, Expr sign) {
  u32 width = expr_width(x);
  return expr_or(float_abs(x), expr_and(sign, expr_const(width, float_sign_bit(width))));
}

/* ---- the smaller, the larger ------------------------------------------------------------------- */

static Expr is_signalling(Expr x) {
  FloatFormat f = format_of(expr_width(x));
  return expr_and(float_is_nan(x), expr_not(expr_extract(x, f.n_fraction - 1, 1)));
}

static Expr choose(Expr a, Expr b, u32 relations) {
  Expr nan_a = float_is_nan(a), nan_b = float_is_nan(b);
  Expr is_wrong = expr_or(expr_or(is_signalling(a), is_signalling(b)), expr_and(nan_a, nan_b));
  Expr first = float_compare(a, FLOAT_NUMBER, b, FLOAT_NUMBER, relations);
  Expr one = expr_ite(nan_a, b, expr_ite(nan_b, a, expr_ite(first, a, b)));
  return expr_ite(is_wrong, float_or_nan(a, b, one), one);
}

Expr float_min(Expr a, Expr b) { return choose(a, b, FLOAT_LESS); }

Expr float_max(Expr a, Expr b) { return choose(a, b, FLOAT_GREATER); }
