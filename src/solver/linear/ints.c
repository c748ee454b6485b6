/* ints.c — translates conditions from bit-vectors to integers; see ints.h.
 *
 * Recursion is bounded by MAX_DEPTH; what lies deeper becomes a variable.
 */
#include "solver/linear/ints.h"

#include "base/hash.h"
#include "base/number.h"
#include "expr/value.h"

enum { MAX_DEPTH = 400 };

/* An integer node, and the range of its value. */
typedef struct Int {
  u32 node;
  i128 low, high;
} Int;

typedef struct IntWalk {
  Ints *s;
  const Bounds *bounds;
  IntCond *out;
  VEC(Int) ints; /* memo of integer(): shared parts are translated once … */
  Map ints_of;   /* … by expr id * 2 + is_signed */
  Map conds_of;  /* memo of condition(): expr id → node */
} IntWalk;

/* ---- nodes ---------------------------------------------------------------- */

static u32 node(Ints *s, IntNode n) {
  assert(n.op < INT_ADD || n.op == INT_TRUE || n.a < s->arena.n);
  assert(n.b == 0 || n.b < s->arena.n);
  u64 h = hash_pair(hash_pair(((u64)n.op << 32) | n.a, ((u64)n.b << 32) | n.c), (u64)n.k);
  for (;; h++) {
    bool fresh;
    u64 *at = map_at(&s->node_of, h, &fresh);
    if (fresh) {
      vec_push(&s->arena, n);
      *at = s->arena.n;
    }
    const IntNode *old = &s->arena.at[*at - 1];
    if (old->op == n.op && old->a == n.a && old->b == n.b && old->c == n.c && old->k == n.k)
      return (u32)*at - 1;
  }
}

static u32 constant_node(Ints *s, i64 k) { return node(s, (IntNode){.op = INT_CONST, .k = k}); }

static u32 not_node(Ints *s, u32 a) {
  assert(a < s->arena.n);
  if (s->arena.at[a].op == INT_NOT) return s->arena.at[a].a;
  return node(s, (IntNode){.op = INT_NOT, .a = a});
}

/* ---- variables ------------------------------------------------------------ */

static Bound bound(IntWalk *w, Expr e) {
  Bound b = bounds_get(w->bounds, e);
  w->out->depends = MAX(w->out->depends, b.item);
  return b;
}

static Int variable(IntWalk *w, Expr e, bool is_signed) {
  Facts f = bound(w, e).facts;
  if (f.smin >= 0) is_signed = false;
  bool fresh;
  u64 *var = map_at(&w->s->var_of, (u64)e.id << 1 | is_signed, &fresh);
  if (fresh) {
    *var = w->s->vars.n + 1;
    vec_push(&w->s->vars, ((IntVar){e, is_signed}));
  }
  w->out->is_exact &= expr_kind(e) == EXPR_VAR;
  Int v = {.node = node(w->s, (IntNode){.op = INT_VAR, .k = (i64)*var - 1})};
  v.low = is_signed ? (i128)f.smin : (i128)f.umin;
  v.high = is_signed ? (i128)f.smax : (i128)f.umax;
  return v;
}

/* ---- integer terms -------------------------------------------------------- */

static Int constant(IntWalk *w, i64 k) { return (Int){constant_node(w->s, k), k, k}; }

static Int plus(IntWalk *w, Int a, Int b) {
  return (Int){node(w->s, (IntNode){.op = INT_ADD, .a = a.node, .b = b.node}), a.low + b.low,
               a.high + b.high};
}

static Int times(IntWalk *w, Int a, i64 k) {
  Int r = {node(w->s, (IntNode){.op = INT_SCALE, .a = a.node, .k = k}), a.low * k, a.high * k};
  if (k < 0) r = (Int){r.node, a.high * k, a.low * k};
  return r;
}

/* Takes a result mod 2^width back into the range of its reading; false: it may
 * wrap or not. */
static bool window(IntWalk *w, Int *v, u32 width, bool is_signed) {
  assert(width && width <= 64);
  i128 size = (i128)1 << width, low = is_signed ? -(size / 2) : 0;
  i128 turns = floor_div(v->low - low, size);
  if (v->high - turns * size >= low + size) return false;
  if (!turns) return true;
  i128 back = -turns * size;
  if (back != (i64)back) return false;
  *v = plus(w, *v, constant(w, (i64)back));
  return true;
}

static u32 condition(IntWalk *w, Expr e, u32 depth);
static Int integer(IntWalk *w, Expr e, bool is_signed, u32 depth);

static bool sum_or_multiple(IntWalk *w, Expr e, bool is_signed, u32 depth, Int *ret) {
  u32 width = expr_width(e);
  ExprKind kind = expr_kind(e);
  Int a = integer(w, expr_kid(e, 0), is_signed, depth + 1);
  if (kind == EXPR_ADD) {
    *ret = plus(w, a, integer(w, expr_kid(e, 1), is_signed, depth + 1));
  } else if (kind == EXPR_MUL) {
    i64 k = value_signed(expr_value(expr_kid(e, 1)), width);
    if (k > INT32_MAX || k < -INT32_MAX) return false;
    *ret = times(w, a, k);
  } else {
    *ret = times(w, a, -1);
    if (kind == EXPR_NOT) *ret = plus(w, *ret, constant(w, -1));
  }
  return window(w, ret, width, is_signed);
}

static bool slices(IntWalk *w, Expr e, bool is_signed, u32 depth, Int *ret) {
  ExprKind kind = expr_kind(e);
  Expr a = expr_kid(e, 0);
  if (expr_width(a) > 64) return false;
  if (kind == EXPR_ZEXT) {
    *ret = integer(w, a, false, depth + 1);
    return true;
  }
  if (kind == EXPR_SEXT) {
    bool is_natural = bound(w, a).facts.smin >= 0;
    if (!is_signed && !is_natural) return false;
    *ret = integer(w, a, !is_natural, depth + 1);
    return true;
  }
  if (kind == EXPR_EXTRACT) { /* the low part of a value that is no larger */
    bool is_small = bound(w, a).facts.umax <= value_mask(expr_width(e)) >> is_signed;
    if (expr_extract_low(e) || !is_small) return false;
    *ret = integer(w, a, false, depth + 1);
    return true;
  }
  Expr low = expr_kid(e, 1); /* CONCAT */
  if (expr_width(low) > 31) return false;
  Int high = integer(w, a, is_signed, depth + 1);
  *ret = plus(w, times(w, high, 1ll << expr_width(low)), integer(w, low, false, depth + 1));
  return true;
}

static bool choice(IntWalk *w, Expr e, bool is_signed, u32 depth, Int *ret) {
  u32 cond = condition(w, expr_kid(e, 0), depth + 1);
  Int a = integer(w, expr_kid(e, 1), is_signed, depth + 1);
  Int b = integer(w, expr_kid(e, 2), is_signed, depth + 1);
  *ret = (Int){node(w->s, (IntNode){.op = INT_ITE, .a = cond, .b = a.node, .c = b.node}),
               MIN(a.low, b.low), MAX(a.high, b.high)};
  return true;
}

/* The exact value of a term, read signed or unsigned. */
static Int integer(IntWalk *w, Expr e, bool is_signed, u32 depth) {
  ExprKind kind = expr_kind(e);
  u32 width = expr_width(e);
  Int r;
  if (kind == EXPR_CONST) {
    u64 v = expr_value(e);
    if (is_signed || v <= INT64_MAX)
      return constant(w, is_signed ? value_signed(v, width) : (i64)v);
    return variable(w, e, false);
  }
  u64 key = (u64)e.id << 1 | is_signed, known;
  if (map_get(&w->ints_of, key, &known)) return w->ints.at[known];
  bool is_seen = false;
  bool is_sum = kind == EXPR_ADD || kind == EXPR_NEG || kind == EXPR_NOT ||
                (kind == EXPR_MUL && expr_is_const(expr_kid(e, 1)));
  bool is_slice =
      kind == EXPR_ZEXT || kind == EXPR_SEXT || kind == EXPR_EXTRACT || kind == EXPR_CONCAT;
  if (depth < MAX_DEPTH && is_sum) is_seen = sum_or_multiple(w, e, is_signed, depth, &r);
  if (depth < MAX_DEPTH && is_slice) is_seen = slices(w, e, is_signed, depth, &r);
  if (depth < MAX_DEPTH && kind == EXPR_ITE) is_seen = choice(w, e, is_signed, depth, &r);
  if (!is_seen) r = variable(w, e, is_signed);
  map_put(&w->ints_of, key, w->ints.n);
  vec_push(&w->ints, r);
  return r;
}

/* ---- conditions ------------------------------------------------------------ */

static u32 comparison(IntWalk *w, Expr e, u32 depth) {
  ExprKind kind = expr_kind(e);
  bool is_signed = kind == EXPR_SLT;
  /* Equality holds in either reading; signed keeps small negative numbers small. */
  if (kind == EXPR_EQ) is_signed = true;
  Int a = integer(w, expr_kid(e, 0), is_signed, depth + 1);
  Int b = integer(w, expr_kid(e, 1), is_signed, depth + 1);
  if (kind == EXPR_EQ) return node(w->s, (IntNode){.op = INT_EQ, .a = a.node, .b = b.node});
  /* a < b is not b <= a */
  return not_node(w->s, node(w->s, (IntNode){.op = INT_LE, .a = b.node, .b = a.node}));
}

static u32 condition_fresh(IntWalk *w, Expr e, u32 depth) {
  Ints *s = w->s;
  ExprKind kind = expr_kind(e);
  if (kind == EXPR_CONST) {
    u32 t = node(s, (IntNode){.op = INT_TRUE});
    return expr_value(e) ? t : not_node(s, t);
  }
  bool compares = kind == EXPR_EQ || kind == EXPR_ULT || kind == EXPR_SLT;
  if (depth < MAX_DEPTH && compares && expr_width(expr_kid(e, 0)) <= 64)
    return comparison(w, e, depth);
  if (depth < MAX_DEPTH && kind == EXPR_NOT)
    return not_node(s, condition(w, expr_kid(e, 0), depth + 1));
  if (depth < MAX_DEPTH && (kind == EXPR_AND || kind == EXPR_OR || kind == EXPR_XOR)) {
    u32 a = condition(w, expr_kid(e, 0), depth + 1), b = condition(w, expr_kid(e, 1), depth + 1);
    if (kind != EXPR_XOR)
      return node(s, (IntNode){.op = kind == EXPR_AND ? INT_AND : INT_OR, .a = a, .b = b});
    u32 both = node(s, (IntNode){.op = INT_AND, .a = a, .b = b});
    u32 any = node(s, (IntNode){.op = INT_OR, .a = a, .b = b});
    return node(s, (IntNode){.op = INT_AND, .a = any, .b = not_node(s, both)});
  }
  Int bit = variable(w, e, false);
  return node(s, (IntNode){.op = INT_EQ, .a = bit.node, .b = constant_node(s, 1)});
}

static u32 condition(IntWalk *w, Expr e, u32 depth) {
  u64 known;
  if (map_get(&w->conds_of, e.id, &known)) return (u32)known;
  u32 root = condition_fresh(w, e, depth);
  map_put(&w->conds_of, e.id, root);
  return root;
}

void ints_translate(Ints *s, const Bounds *b, Expr e, IntCond *ret) {
  assert(expr_width(e) == 1);
  *ret = (IntCond){.is_exact = true};
  IntWalk w = {.s = s, .bounds = b, .out = ret};
  ret->root = condition(&w, e, 0);
  vec_free(&w.ints);
  map_done(&w.ints_of);
  map_done(&w.conds_of);
}

void ints_reset(Ints *s) {
  vec_clear(&s->arena);
  vec_clear(&s->vars);
  map_clear(&s->var_of);
  map_clear(&s->node_of);
}

void ints_done(Ints *s) {
  vec_free(&s->arena);
  vec_free(&s->vars);
  map_done(&s->var_of);
  map_done(&s->node_of);
}
