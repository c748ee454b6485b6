/* bounds.c — ranges of terms along the path.
 *
 * A constraint `t < C` (or its negation, or t = C) narrows the range of t.
 * Every change is logged, so leaving a constraint restores what held before.
 */
#include "solver/bounds.h"

#include "expr/value.h"

void bounds_done(Bounds *b) {
  map_done(&b->slot_of);
  vec_free(&b->slots);
  vec_free(&b->undo);
}

void bounds_reset(Bounds *b) {
  map_clear(&b->slot_of);
  vec_clear(&b->slots);
  vec_clear(&b->undo);
  b->n_fixed = 0;
}

Bound bounds_get(const Bounds *b, Expr term) {
  u64 slot;
  bool is_known = map_get(&b->slot_of, term.id, &slot) && slot;
  assert(!is_known || slot <= b->slots.n);
  if (is_known) return b->slots.at[slot - 1];
  return (Bound){.facts = expr_facts(term)};
}

static bool is_fixed(const Bound *b) { return b->facts.umin == b->facts.umax; }

static void narrow(Bounds *b, u32 item, Expr term, Facts more) {
  assert(!b->undo.n || vec_last(&b->undo).item <= item);
  u32 width = expr_width(term);
  u64 *slot = map_at(&b->slot_of, term.id, NULL);
  if (!*slot) {
    vec_push(&b->slots, ((Bound){.facts = expr_facts(term)}));
    *slot = b->slots.n;
    b->n_fixed += is_fixed(&vec_last(&b->slots));
  }
  Bound *bound = &b->slots.at[*slot - 1];
  assert(*slot <= b->slots.n && bound->item <= item + 1);
  vec_push(&b->undo, ((BoundUndo){(u32)*slot - 1, item, *bound}));
  b->n_fixed -= is_fixed(bound);
  *bound = (Bound){facts_close(facts_meet(bound->facts, more, width), width), item + 1};
  b->n_fixed += is_fixed(bound);
}

/* What `term < c` (is_signed), or c < term, or a negation says; false: nothing. */
static bool order_facts(Expr a, Expr b, bool is_signed, bool holds, Expr *ret_term,
                        Facts *ret_facts) {
  bool const_right = expr_is_const(b);
  assert((const_right || expr_is_const(a)) && expr_width(a) <= 64);
  Expr term = const_right ? a : b;
  u32 width = expr_width(term);
  u64 c = expr_value(const_right ? b : a);
  Facts f = facts_top(width);
  /* term < c, term >= c, c < term, c >= term */
  if (is_signed) {
    i64 s = value_signed(c, width);
    bool is_end = const_right ? s == f.smin : s == f.smax;
    if (holds && is_end) return false; /* impossible: no range says so */
    if (const_right && holds) f.smax = s - 1;
    if (const_right && !holds) f.smin = s;
    if (!const_right && holds) f.smin = s + 1;
    if (!const_right && !holds) f.smax = s;
  } else {
    bool is_end = const_right ? c == 0 : c == f.umax;
    if (holds && is_end) return false;
    if (const_right && holds) f.umax = c - 1;
    if (const_right && !holds) f.umin = c;
    if (!const_right && holds) f.umin = c + 1;
    if (!const_right && !holds) f.umax = c;
  }
  *ret_term = term;
  *ret_facts = f;
  return true;
}

/* What term != v says: only a value at the end of the range moves the end. */
static Facts differs(Facts now, u64 v, u32 width) {
  Facts f = facts_top(width);
  i64 s = value_signed(v, width);
  if (now.umin == v && v < now.umax) f.umin = v + 1;
  if (now.umax == v && v > now.umin) f.umax = v - 1;
  if (now.smin == s && s < now.smax) f.smin = s + 1;
  if (now.smax == s && s > now.smin) f.smax = s - 1;
  return f;
}

bool bounds_is_range(Expr e) {
  Expr atom = expr_kind(e) == EXPR_NOT ? expr_kid(e, 0) : e;
  ExprKind kind = expr_kind(atom);
  if (kind != EXPR_EQ && kind != EXPR_ULT && kind != EXPR_SLT) return true;
  return expr_is_const(expr_kid(atom, 0)) || expr_is_const(expr_kid(atom, 1));
}

void bounds_push(Bounds *b, u32 item, Expr e) {
  assert(expr_width(e) == 1);
  bool holds = expr_kind(e) != EXPR_NOT;
  Expr atom = holds ? e : expr_kid(e, 0);
  ExprKind kind = expr_kind(atom);
  if (kind != EXPR_EQ && kind != EXPR_ULT && kind != EXPR_SLT) {
    narrow(b, item, atom, facts_exact(1, holds));
    return;
  }
  Expr left = expr_kid(atom, 0), right = expr_kid(atom, 1);
  u32 width = expr_width(left);
  if (width > 64 || !bounds_is_range(e)) return;
  if (kind == EXPR_EQ) {
    u64 v = expr_value(right); /* the constant of a commutative pair is on the right */
    Facts f = holds ? facts_exact(width, v) : differs(bounds_get(b, left).facts, v, width);
    narrow(b, item, left, f);
    return;
  }
  Expr term;
  Facts f;
  if (order_facts(left, right, kind == EXPR_SLT, holds, &term, &f)) narrow(b, item, term, f);
}

void bounds_pop(Bounds *b, u32 n_items) {
  while (b->undo.n && vec_last(&b->undo).item >= n_items) {
    BoundUndo u = vec_pop(&b->undo);
    assert(u.slot < b->slots.n && b->n_fixed <= b->slots.n);
    b->n_fixed -= is_fixed(&b->slots.at[u.slot]);
    b->slots.at[u.slot] = u.old;
    b->n_fixed += is_fixed(&u.old);
  }
}

Answer bounds_decide(const Bounds *b, Expr e) {
  assert(expr_width(e) == 1);
  bool flip = expr_kind(e) == EXPR_NOT;
  Expr atom = flip ? expr_kid(e, 0) : e;
  ExprKind kind = expr_kind(atom);
  Answer yes = flip ? ANSWER_NO : ANSWER_YES, no = flip ? ANSWER_YES : ANSWER_NO;
  if (kind != EXPR_EQ && kind != EXPR_ULT && kind != EXPR_SLT) {
    Facts f = bounds_get(b, atom).facts;
    return f.umin ? yes : f.umax == 0 ? no : ANSWER_UNKNOWN;
  }
  if (expr_width(expr_kid(atom, 0)) > 64) return ANSWER_UNKNOWN;
  Facts x = bounds_get(b, expr_kid(atom, 0)).facts, y = bounds_get(b, expr_kid(atom, 1)).facts;
  int holds = facts_compare(kind, &x, &y);
  return holds < 0 ? ANSWER_UNKNOWN : holds ? yes : no;
}

static bool is_logic(Expr e) {
  ExprKind kind = expr_kind(e);
  return expr_width(e) == 1 && (kind == EXPR_AND || kind == EXPR_OR);
}

/* The parts of one that is on the trail itself are looked at, not the whole, which holds by itself. */
static Expr reduce(const Bounds *b, Expr e, u32 depth) {
  enum { MAX_DEPTH = 8 };
  bool flip = expr_kind(e) == EXPR_NOT;
  Expr inner = flip ? expr_kid(e, 0) : e;
  if (!is_logic(inner) || depth == MAX_DEPTH) {
    Answer a = bounds_decide(b, e);
    return a == ANSWER_UNKNOWN ? e : expr_bool(a == ANSWER_YES);
  }
  Expr left = reduce(b, expr_kid(inner, 0), depth + 1);
  Expr right = reduce(b, expr_kid(inner, 1), depth + 1);
  Expr left_over = expr_binary(expr_kind(inner), left, right);
  return flip ? expr_not(left_over) : left_over;
}

Expr bounds_reduce(const Bounds *b, Expr e) {
  return is_logic(expr_kind(e) == EXPR_NOT ? expr_kid(e, 0) : e) ? reduce(b, e, 0) : e;
}
