/* ints.c — translates conditions from bit-vectors to integers; see ints.h.
 *
 * Terms become nodes with the range of their value, which shows whether what is above may wrap; the
 * two sides of a comparison are then added up.  Recursion is bounded by MAX_DEPTH; what lies deeper
 * becomes a variable.
 */
#include "solver/linear/ints.h"

#include "base/number.h"
#include "expr/value.h"

enum {
  MAX_DEPTH = 400,
  MAX_NODES = 2000, /* of a sum as it is written */
};

typedef enum IntOp { INT_VAR, INT_CONST, INT_ADD, INT_SCALE, INT_CHOICE } IntOp;

/* An integer, and the range of its value. */
typedef struct IntNode {
  IntOp op;
  u32 a, b; /* ADD: operands; SCALE: the first is multiplied by k */
  i64 k;    /* CONST: the number; VAR: which one */
  i128 low, high;
} IntNode;

typedef struct IntWalk {
  Ints *s;
  const Bounds *bounds;
  IntCond *out;
  VEC(IntNode) nodes;
  Map node_of; /* expr id * 2 + is_signed → node: shared parts are translated once */
  Map seen;    /* conditions, with whether they hold and are wanted */
} IntWalk;

/* ---- integer terms -------------------------------------------------------- */

static u32 node(IntWalk *w, IntNode n) {
  vec_push(&w->nodes, n);
  return w->nodes.n - 1;
}

static Bound bound(IntWalk *w, Expr e) {
  Bound b = bounds_get(w->bounds, e);
  w->out->depends = MAX(w->out->depends, b.item);
  return b;
}

static u32 variable(IntWalk *w, Expr e, bool is_signed) {
  Facts f = bound(w, e).facts;
  if (f.smin >= 0) is_signed = false;
  bool fresh;
  u64 *var = map_at(&w->s->var_of, (u64)e.id << 1 | is_signed, &fresh);
  if (fresh) {
    *var = w->s->vars.n + 1;
    vec_push(&w->s->vars, ((IntVar){e, is_signed}));
  }
  w->out->is_exact &= expr_kind(e) == EXPR_VAR;
  return node(w, (IntNode){.op = INT_VAR,
                           .k = (i64)*var - 1,
                           .low = is_signed ? (i128)f.smin : (i128)f.umin,
                           .high = is_signed ? (i128)f.smax : (i128)f.umax});
}

static u32 constant(IntWalk *w, i64 k) {
  return node(w, (IntNode){.op = INT_CONST, .k = k, .low = k, .high = k});
}

static u32 plus(IntWalk *w, u32 a, u32 b) {
  const IntNode *x = &w->nodes.at[a], *y = &w->nodes.at[b];
  return node(w, (IntNode){INT_ADD, a, b, 0, x->low + y->low, x->high + y->high});
}

static u32 times(IntWalk *w, u32 a, i64 k) {
  const IntNode *x = &w->nodes.at[a];
  i128 low = (k < 0 ? x->high : x->low) * k, high = (k < 0 ? x->low : x->high) * k;
  return node(w, (IntNode){INT_SCALE, a, 0, k, low, high});
}

/* Takes a result mod 2^width back into the range of its reading; false: it may
 * wrap or not. */
static bool window(IntWalk *w, u32 *io, u32 width, bool is_signed) {
  assert(width && width <= 64);
  const IntNode *v = &w->nodes.at[*io];
  i128 size = (i128)1 << width, low = is_signed ? -(size / 2) : 0;
  i128 turns = floor_div(v->low - low, size), back = -turns * size;
  if (v->high + back >= low + size || back != (i64)back) return false;
  if (turns) *io = plus(w, *io, constant(w, (i64)back));
  return true;
}

static void condition(IntWalk *w, Expr e, bool holds, bool is_wanted, u32 depth);
static u32 integer(IntWalk *w, Expr e, bool is_signed, u32 depth);

static bool sum_or_multiple(IntWalk *w, Expr e, bool is_signed, u32 depth, u32 *ret) {
  u32 width = expr_width(e);
  ExprKind kind = expr_kind(e);
  u32 a = integer(w, expr_kid(e, 0), is_signed, depth + 1);
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

static bool slices(IntWalk *w, Expr e, bool is_signed, u32 depth, u32 *ret) {
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
  u32 high = integer(w, a, is_signed, depth + 1);
  *ret = plus(w, times(w, high, 1ll << expr_width(low)), integer(w, low, false, depth + 1));
  return true;
}

static bool choice(IntWalk *w, Expr e, bool is_signed, u32 depth, u32 *ret) {
  condition(w, expr_kid(e, 0), true, false, depth + 1);
  u32 a = integer(w, expr_kid(e, 1), is_signed, depth + 1);
  u32 b = integer(w, expr_kid(e, 2), is_signed, depth + 1);
  const IntNode *x = &w->nodes.at[a], *y = &w->nodes.at[b];
  *ret = node(
      w, (IntNode){.op = INT_CHOICE, .low = MIN(x->low, y->low), .high = MAX(x->high, y->high)});
  return true;
}

/* The exact value of a term, read signed or unsigned. */
static u32 integer(IntWalk *w, Expr e, bool is_signed, u32 depth) {
  ExprKind kind = expr_kind(e);
  if (kind == EXPR_CONST) {
    u64 v = expr_value(e);
    if (is_signed || v <= INT64_MAX)
      return constant(w, is_signed ? value_signed(v, expr_width(e)) : (i64)v);
    return variable(w, e, false);
  }
  u64 key = (u64)e.id << 1 | is_signed, known;
  if (map_get(&w->node_of, key, &known)) return (u32)known;
  u32 r = 0;
  bool is_seen = false;
  bool is_sum = kind == EXPR_ADD || kind == EXPR_NEG || kind == EXPR_NOT ||
                (kind == EXPR_MUL && expr_is_const(expr_kid(e, 1)));
  bool is_slice =
      kind == EXPR_ZEXT || kind == EXPR_SEXT || kind == EXPR_EXTRACT || kind == EXPR_CONCAT;
  if (depth < MAX_DEPTH && is_sum) is_seen = sum_or_multiple(w, e, is_signed, depth, &r);
  if (depth < MAX_DEPTH && is_slice) is_seen = slices(w, e, is_signed, depth, &r);
  if (depth < MAX_DEPTH && kind == EXPR_ITE) is_seen = choice(w, e, is_signed, depth, &r);
  if (!is_seen) r = variable(w, e, is_signed);
  map_put(&w->node_of, key, r);
  return r;
}

/* ---- atoms ------------------------------------------------------------------ */

static void add_coef(Ints *s, u32 var, i64 coef) {
  vec_resize(&s->coefs, MAX(s->coefs.n, var + 1));
  if (!s->coefs.at[var]) vec_push(&s->touched, var);
  s->overflowed |= __builtin_add_overflow(s->coefs.at[var], coef, &s->coefs.at[var]);
}

/* Adds coef * node to the sum; false when it is not a sum. */
static bool add_node(const IntWalk *w, u32 root, i64 coef, i64 *io_constant) {
  Ints *s = w->s;
  u32 n_nodes = 0;
  vec_clear(&s->parts);
  vec_push(&s->parts, ((IntPart){root, coef}));
  while (s->parts.n) {
    IntPart p = vec_pop(&s->parts);
    const IntNode *n = &w->nodes.at[p.node];
    i64 product = 0;
    if (++n_nodes > MAX_NODES || n->op == INT_CHOICE) return false;
    if (n->op == INT_ADD) {
      vec_push(&s->parts, ((IntPart){n->a, p.coef}));
      vec_push(&s->parts, ((IntPart){n->b, p.coef}));
    } else if (n->op == INT_VAR) {
      add_coef(s, (u32)n->k, p.coef);
    } else if (__builtin_mul_overflow(p.coef, n->k, &product)) {
      return false;
    } else if (n->op == INT_SCALE) {
      vec_push(&s->parts, ((IntPart){n->a, product}));
    } else if (__builtin_add_overflow(*io_constant, product, io_constant)) {
      return false;
    }
  }
  return true;
}

/* The atom that the sum makes: all numbers are integers, so that bounds are divided, too. */
static void finish_atom(const IntWalk *w, IntAtom a) {
  Ints *s = w->s;
  IntCond *c = w->out;
  i64 common = 0;
  u32 first = c->terms.n;
  for (u32 i = 0; i < s->touched.n; i++) {
    i64 coef = s->coefs.at[s->touched.at[i]];
    if (!coef) continue; /* or taken before */
    s->coefs.at[s->touched.at[i]] = 0;
    vec_push(&c->terms, ((SimplexTerm){s->touched.at[i], coef}));
    common = greatest_divisor(common, coef);
    a.n++;
  }
  assert(!a.n || common > 0);
  if (common > 1) {
    for (u32 i = 0; i < a.n; i++) c->terms.at[first + i].coef /= common;
    if (a.differs && a.low % common) { /* cannot be equal */
      c->terms.n = first;
      return;
    }
    a.low = (i64)-floor_div(-a.low, common);
    a.high = (i64)floor_div(a.high, common);
  }
  vec_push(&c->atoms, a);
}

/* a - b between low and high, or different from zero. */
static void add_atom(const IntWalk *w, u32 a, u32 b, IntAtom atom) {
  Ints *s = w->s;
  i64 constant = 0;
  s->overflowed = false;
  bool is_sum = add_node(w, a, 1, &constant) && add_node(w, b, -1, &constant);
  bool fits = is_sum && !s->overflowed && constant < SIMPLEX_LIMIT && constant > -SIMPLEX_LIMIT;
  atom.low -= fits ? constant : 0;
  atom.high -= fits ? constant : 0;
  if (fits) finish_atom(w, atom);
  for (u32 i = 0; i < s->touched.n; i++) s->coefs.at[s->touched.at[i]] = 0;
  vec_clear(&s->touched);
}

/* ---- conditions ------------------------------------------------------------ */

/* Adds the atoms that the condition, or its negation, implies if they are wanted; parts that are
 * not atoms only say whether the translation is exact. */
static void condition(IntWalk *w, Expr e, bool holds, bool is_wanted, u32 depth) {
  ExprKind kind = expr_kind(e);
  bool is_fresh;
  map_at(&w->seen, (u64)e.id << 2 | (u64)holds << 1 | is_wanted, &is_fresh);
  if (!is_fresh || kind == EXPR_CONST) return;
  bool is_deep = depth >= MAX_DEPTH;
  bool compares = kind == EXPR_EQ || kind == EXPR_ULT || kind == EXPR_SLT;
  if (!is_deep && compares && expr_width(expr_kid(e, 0)) <= 64) {
    /* Equality holds in either reading; signed keeps small negative numbers small. */
    bool is_signed = kind != EXPR_ULT;
    u32 a = integer(w, expr_kid(e, 0), is_signed, depth + 1);
    u32 b = integer(w, expr_kid(e, 1), is_signed, depth + 1);
    if (is_wanted && kind == EXPR_EQ)
      add_atom(w, a, b, (IntAtom){.has_low = holds, .has_high = holds, .differs = !holds});
    else if (is_wanted)
      add_atom(w, b, a, holds ? (IntAtom){.low = 1, .has_low = true} : (IntAtom){.has_high = true});
  } else if (!is_deep && kind == EXPR_NOT) {
    condition(w, expr_kid(e, 0), !holds, is_wanted, depth + 1);
  } else if (!is_deep && (kind == EXPR_AND || kind == EXPR_OR || kind == EXPR_XOR)) {
    is_wanted &= kind == (holds ? EXPR_AND : EXPR_OR);
    for (u32 i = 0; i < 2; i++) condition(w, expr_kid(e, i), holds, is_wanted, depth + 1);
  } else {
    u32 bit = variable(w, e, false);
    if (is_wanted)
      add_atom(w, bit, constant(w, 1),
               (IntAtom){.has_low = holds, .has_high = holds, .differs = !holds});
  }
}

void ints_translate(Ints *s, const Bounds *b, Expr e, IntCond *io_cond) {
  assert(expr_width(e) == 1);
  vec_clear(&io_cond->atoms);
  vec_clear(&io_cond->terms);
  io_cond->is_exact = true;
  io_cond->depends = 0;
  IntWalk w = {.s = s, .bounds = b, .out = io_cond};
  condition(&w, e, true, true, 0);
  const SimplexTerm *next = io_cond->terms.at;
  for (u32 i = 0; i < io_cond->atoms.n; next += io_cond->atoms.at[i++].n)
    io_cond->atoms.at[i].terms = next;
  vec_free(&w.nodes);
  map_done(&w.node_of);
  map_done(&w.seen);
}

void int_cond_done(IntCond *c) {
  vec_free(&c->atoms);
  vec_free(&c->terms);
}

void ints_reset(Ints *s) {
  vec_clear(&s->vars);
  map_clear(&s->var_of);
}

void ints_done(Ints *s) {
  vec_free(&s->vars);
  map_done(&s->var_of);
  vec_free(&s->parts);
  vec_free(&s->coefs);
  vec_free(&s->touched);
}
