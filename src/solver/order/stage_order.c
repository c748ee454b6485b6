/* stage_order.c — orders and differences between words, incrementally.
 *
 * Comparisons whose linear form is x - y <= c (or = c, or != c) live as edges
 * in a difference system (difference.h) that follows the trail.  The base model of a
 * question is a solution of it, so the question moves only what it must; the
 * moves are the patch that makes the new model.  Constraints the system cannot
 * express do not matter here: a refutation does not need them, and a model is
 * validated against them.
 *
 * After: Cotton, Maler, "Fast and Flexible Difference Constraint Propagation
 * for DPLL(T)", SAT 2006.  Differs: the potentials are the program's own input.
 */
#include "expr/float.h"
#include "expr/value.h"
#include "solver/chain/stage.h"
#include "solver/linear/linear.h"
#include "solver/order/difference.h"

enum {
  MAX_ATOMS = 16,               /* of one constraint or question */
  MAX_SPLITS = 64,              /* on disequalities, per question; beyond that we are silent */
  GAP = 1024,                   /* room to leave between values, see order_reset */
  REASON_ASKED = UINT32_MAX,    /* the question itself */
  REASON_TYPE = UINT32_MAX - 1, /* the range of a term, true anywhere */
};

typedef struct OrderVar {
  Expr term;
  bool is_signed;
  bool is_active; /* its range stands in the system */
  u32 load;       /* the number of the last load that saw it */
} OrderVar;

typedef struct Activation {
  u32 item, var;
} Activation;

/* A trail item as this stage sees it. */
typedef struct OrderItem {
  DifferenceMark before; /* the system without it */
  bool uses_path;        /* its atoms hold under ranges from other items only */
} OrderItem;

typedef struct Order {
  Trail *trail;           /* borrowed */
  Differences *diff;      /* owned */
  Map var_of;             /* expr id * 2 + is_signed → variable */
  VEC(OrderVar) vars;     /* by variable; number 0 is the constant zero */
  VEC(OrderItem) items;   /* by trail item */
  VEC(Activation) active; /* in the order of the trail */
  VEC(U32Vec) vars_of;    /* by cell: the variables whose term reads it */
  U32Vec stale;           /* active variables whose value is not loaded yet */
  Model *loaded;          /* shared; the values are from this one; NULL: from none */
  u32 n_loads;
  VEC(DifferenceMove) moves; /* scratch of load_base */
  U32Vec cells;              /* the same */
} Order;

typedef struct DifferenceAtoms {
  DifferenceAtom at[MAX_ATOMS];
  u32 n;
  bool uses_path;
} DifferenceAtoms;

/* ---- from comparisons to atoms -------------------------------------------- */

static void add_cells(Order *o, u32 var) {
  u32 n;
  const u32 *cells = cells_of(&o->trail->cells, o->vars.at[var].term, &n);
  if (n) vec_resize(&o->vars_of, MAX(o->vars_of.n, cells[n - 1] + 1));
  for (u32 i = 0; i < n; i++) vec_push(&o->vars_of.at[cells[i]], var);
}

static u32 var_of(Order *o, const LinearTerm *t) {
  bool fresh;
  u64 *var = map_at(&o->var_of, (u64)t->term.id << 1 | t->is_signed, &fresh);
  if (fresh) {
    *var = difference_var(o->diff);
    vec_push(&o->vars, ((OrderVar){.term = t->term, .is_signed = t->is_signed}));
    add_cells(o, (u32)*var);
  }
  return (u32)*var;
}

static bool fits(i128 c) { return c > -(i128)DIFFERENCE_C_LIMIT && c < (i128)DIFFERENCE_C_LIMIT; }

/* sum <= c, or sum != c, as an atom; false when it is no difference. */
static bool add_atom(Order *o, const Linear *sum, i128 c, bool differs, u32 reason,
                     DifferenceAtoms *out) {
  u32 x = DIFFERENCE_ZERO, y = DIFFERENCE_ZERO;
  c -= sum->constant;
  if (sum->n > 2 || !fits(c) || out->n == MAX_ATOMS) return false;
  for (u32 i = 0; i < sum->n; i++) {
    const LinearTerm *t = &sum->terms[i];
    if (t->coef == 1 && x == DIFFERENCE_ZERO)
      x = var_of(o, t);
    else if (t->coef == -1 && y == DIFFERENCE_ZERO)
      y = var_of(o, t);
    else
      return false;
  }
  out->at[out->n++] = (DifferenceAtom){x, y, (i64)c, reason, differs};
  return true;
}

static Linear negated(const Linear *l) {
  Linear zero = {0};
  linear_minus(&zero, l);
  return zero;
}

/* Equality reads its sides either way; take the one the system knows already. */
static bool reads_signed(Order *o, Expr a) {
  Expr inner = a;
  while (expr_arity(inner) && expr_width(expr_kid(inner, 0)) == expr_width(a) &&
         expr_kind(inner) != EXPR_ITE)
    inner = expr_kid(inner, 0);
  return map_find(&o->var_of, (u64)inner.id << 1 | 1) != NULL;
}

static bool add_comparison(Order *o, Expr e, u32 reason, DifferenceAtoms *out) {
  bool holds = expr_kind(e) != EXPR_NOT;
  Expr atom = holds ? e : expr_kid(e, 0);
  ExprKind kind = expr_kind(atom);
  if (kind != EXPR_EQ && kind != EXPR_ULT && kind != EXPR_SLT) return false;
  Expr a = expr_kid(atom, 0), b = expr_kid(atom, 1);
  if (expr_width(a) > 64 || float_is_guard(e)) return false;
  bool is_signed = kind == EXPR_SLT || (kind == EXPR_EQ && reads_signed(o, a));
  Linear sum = linear_of(&o->trail->bounds, a, is_signed);
  Linear right = linear_of(&o->trail->bounds, b, is_signed);
  if (!linear_minus(&sum, &right) || !sum.n) return false;
  out->uses_path |= sum.uses_path;
  Linear minus = negated(&sum);
  if (kind == EXPR_EQ && holds)
    return add_atom(o, &sum, 0, false, reason, out) && add_atom(o, &minus, 0, false, reason, out);
  if (kind == EXPR_EQ) return add_atom(o, &sum, 0, true, reason, out);
  if (holds) return add_atom(o, &sum, -1, false, reason, out);
  return add_atom(o, &minus, 0, false, reason, out);
}

/* The atoms that a condition implies: all of a conjunction's that are differences. */
static void add_condition(Order *o, Expr e, u32 reason, DifferenceAtoms *out) {
  Expr todo[MAX_ATOMS] = {e};
  for (u32 n = 1; n > 0;) {
    Expr at = todo[--n];
    if (expr_kind(at) == EXPR_AND && n + 2 <= MAX_ATOMS) {
      todo[n++] = expr_kid(at, 0);
      todo[n++] = expr_kid(at, 1);
    } else {
      u32 before = out->n;
      if (!add_comparison(o, at, reason, out)) out->n = before;
    }
  }
}

/* The range of a variable as atoms.  The extremes of full words are left out, as
 * infinities are: no chain of ours reaches them, and without them the least solution of words
 * that are only compared is their ranks, counted from zero. */
static void add_range(Order *o, u32 var, DifferenceAtoms *out) {
  const OrderVar *v = &o->vars.at[var];
  Facts f = expr_facts(v->term);
  i128 low = v->is_signed ? (i128)f.smin : (i128)f.umin;
  i128 high = v->is_signed ? (i128)f.smax : (i128)f.umax;
  if (low > INT32_MIN && fits(low))
    out->at[out->n++] = (DifferenceAtom){DIFFERENCE_ZERO, var, (i64)-low, REASON_TYPE, false};
  if (high < INT32_MAX && fits(high))
    out->at[out->n++] = (DifferenceAtom){var, DIFFERENCE_ZERO, (i64)high, REASON_TYPE, false};
}

/* ---- along the trail ------------------------------------------------------ */

static void activate(Order *o, u32 var, u32 item) {
  if (var == DIFFERENCE_ZERO || o->vars.at[var].is_active) return;
  DifferenceAtoms range = {.n = 0};
  add_range(o, var, &range);
  difference_push_unchecked(o->diff, range.at, range.n);
  o->vars.at[var].is_active = true;
  vec_push(&o->active, ((Activation){item, var}));
  vec_push(&o->stale, var);
}

static void order_push(void *self, u32 item) {
  Order *o = self;
  DifferenceMark before = difference_mark(o->diff);
  DifferenceAtoms atoms = {.n = 0};
  const TrailItem *it = &o->trail->items.at[item];
  add_condition(o, it->residual, item, &atoms);
  atoms.uses_path |= !expr_same(it->residual, it->e);
  vec_push(&o->items, ((OrderItem){before, atoms.uses_path}));
  for (u32 i = 0; i < atoms.n; i++) {
    activate(o, atoms.at[i].x, item);
    activate(o, atoms.at[i].y, item);
  }
  difference_push_unchecked(o->diff, atoms.at, atoms.n);
}

static void order_pop(void *self, u32 n) {
  Order *o = self;
  difference_pop(o->diff, o->items.at[n].before);
  o->items.n = n;
  while (o->active.n && vec_last(&o->active).item >= n)
    o->vars.at[vec_pop(&o->active).var].is_active = false;
}

static void order_reset(void *self) {
  Order *o = self;
  difference_free(o->diff);
  o->diff = difference_new();
  /* With neighbours at distance 1, what asks for a value between them moves a
   * whole order, and every constraint on it must be validated again: 168 million
   * evaluations in bench-solver's tree with N = 200, 6 million with any gap from 1
   * to 65536.  1024, because orders that grow at random places halve it each time:
   * 0.1 s instead of 2.7 s in bench-diff's insertion sort on a random path. */
  difference_set_gap(o->diff, GAP);
  map_clear(&o->var_of);
  vec_clear(&o->vars);
  vec_push(&o->vars, (OrderVar){0});
  vec_clear(&o->items);
  vec_clear(&o->active);
  vec_clear(&o->stale);
  for (u32 i = 0; i < o->vars_of.n; i++) vec_clear(&o->vars_of.at[i]);
  o->loaded = model_unref(o->loaded);
}

/* ---- values from and to models --------------------------------------------- */

static DifferenceMove value_in(Order *o, Query *q, u32 var) {
  const OrderVar *v = &o->vars.at[var];
  u64 bits = eval(q->eval, q->base, v->term);
  DifferenceInt value =
      v->is_signed ? (DifferenceInt)value_signed(bits, expr_width(v->term)) : (DifferenceInt)bits;
  return (DifferenceMove){value, var};
}

/* Those that are not active are loaded when they are again, or when they are asked about. */
static void load_var(Order *o, Query *q, u32 var) {
  OrderVar *v = &o->vars.at[var];
  if (!v->is_active || v->load == o->n_loads) return;
  v->load = o->n_loads;
  vec_push(&o->moves, value_in(o, q, var));
}

/* Makes the values of the system those of the base model, touching only variables
 * that read what changed since the model before.  One byte may be read by several:
 * by a word and its parts, by one term as a signed and as an unsigned number. */
static void load_base(Order *o, Query *q) {
  vec_clear(&o->moves);
  vec_clear(&o->cells);
  o->n_loads++;
  if (!o->loaded)
    for (u32 i = 0; i < o->active.n; i++) load_var(o, q, o->active.at[i].var);
  else if (o->loaded != q->base)
    model_changes(o->loaded, q->base, &o->cells);
  for (u32 i = 0; i < o->cells.n; i++) {
    if (o->cells.at[i] >= o->vars_of.n) continue; /* no variable reads it */
    const U32Vec *vars = &o->vars_of.at[o->cells.at[i]];
    for (u32 k = 0; k < vars->n; k++) load_var(o, q, vars->at[k]);
  }
  for (u32 i = 0; i < o->stale.n; i++) load_var(o, q, o->stale.at[i]);
  difference_load(o->diff, o->moves.at, o->moves.n);
  vec_clear(&o->stale);
  model_ref(q->base);
  model_unref(o->loaded);
  o->loaded = q->base;
}

/* Variables of the question that the path does not mention: give them their
 * values and put their ranges before the question's own atoms. */
static void introduce(Order *o, Query *q, const DifferenceAtoms *asked, DifferenceAtoms *out) {
  for (u32 i = 0; i < 2 * asked->n; i++) {
    u32 var = i % 2 ? asked->at[i / 2].y : asked->at[i / 2].x;
    if (var == DIFFERENCE_ZERO || o->vars.at[var].is_active) continue;
    DifferenceMove move = value_in(o, q, var);
    difference_load(o->diff, &move, 1);
    add_range(o, var, out);
  }
}

/* The base model with the moved words changed; NULL when one of them is neither a
 * plain input word nor the key of one that is a float. */
static Model *patched(Order *o, Query *q, const DifferenceMove *moves, u32 n) {
  Model *m = model_copy(q->base);
  for (u32 i = 0; i < n; i++) {
    Expr term = o->vars.at[moves[i].var].term;
    u64 bits = (u64)moves[i].value & value_mask(expr_width(term));
    if (float_is_key(term, &term)) bits = float_of_key(expr_width(term), bits);
    if (expr_kind(term) != EXPR_VAR) return model_unref(m);
    model_set_bits(m, expr_input(term), expr_var_low(term), expr_width(term), &bits);
  }
  return m;
}

/* ---- the stage -------------------------------------------------------------- */

/* The items that could have given the ranges under which e was read: those that
 * compare something it reads with a constant. */
static void add_range_items(Query *q, Expr e) {
  u32 n;
  const u32 *cells = cells_of(&q->trail->cells, e, &n);
  U32Vec readers = {0};
  trail_readers(q->trail, cells, n, &readers);
  for (u32 i = 0; i < readers.n; i++)
    if (bounds_is_range(q->trail->items.at[readers.at[i]].e)) vec_push(&q->core, readers.at[i]);
  vec_free(&readers);
}

static void take_reasons(Order *o, Query *q, bool asked_uses_path) {
  if (o->trail->n_reduced) return; /* the slice is the core */
  u32 n;
  const u32 *reasons = difference_reasons(o->diff, &n);
  if (asked_uses_path) add_range_items(q, q->e);
  for (u32 i = 0; i < n; i++) {
    if (reasons[i] >= REASON_TYPE) continue;
    vec_push(&q->core, reasons[i]);
    if (o->items.at[reasons[i]].uses_path) add_range_items(q, q->trail->items.at[reasons[i]].e);
  }
  q->has_core = true;
}

/* Without a known model, finds values for the whole path at once.  These may violate conditions
 * that are not an order, so the stage only proposes them. */
static Verdict order_whole(Order *o, Query *q) {
  VEC(DifferenceMove) moves = {0};
  o->loaded = model_unref(o->loaded);
  if (difference_solve(o->diff, MAX_SPLITS) != DIFFERENCE_YES) return SILENT;
  for (u32 i = 0; i < o->active.n; i++) {
    u32 var = o->active.at[i].var;
    vec_push(&moves, ((DifferenceMove){difference_value(o->diff, var), var}));
  }
  q->found = patched(o, q, moves.at, moves.n);
  vec_free(&moves);
  return q->found ? PROPOSED : SILENT;
}

static Verdict order_ask(void *self, Query *q) {
  Order *o = self;
  if (!q->base_holds) return expr_is_value(q->e, 1) ? order_whole(o, q) : SILENT;
  DifferenceAtoms asked = {.n = 0};
  Expr rest = bounds_reduce(&o->trail->bounds, q->e);
  add_condition(o, rest, REASON_ASKED, &asked);
  asked.uses_path |= !expr_same(rest, q->e);
  if (!asked.n || asked.n > MAX_ATOMS / 4) return SILENT;
  load_base(o, q);
  DifferenceAtom all[2 * MAX_ATOMS];
  DifferenceAtoms ranges = {.n = 0};
  introduce(o, q, &asked, &ranges);
  memcpy(all, ranges.at, ranges.n * sizeof *all);
  memcpy(all + ranges.n, asked.at, asked.n * sizeof *all);
  DifferenceAnswer a = difference_trial(o->diff, all, ranges.n + asked.n, MAX_SPLITS);
  if (a == DIFFERENCE_NO && q->wants_core) take_reasons(o, q, asked.uses_path);
  if (a != DIFFERENCE_YES) return a == DIFFERENCE_NO ? REFUTED : SILENT;
  u32 n;
  const DifferenceMove *moves = difference_moves(o->diff, &n);
  q->found = patched(o, q, moves, n);
  if (!q->found) return SILENT;
  return PROPOSED;
}

static Verdict order_least(void *self, Query *q) {
  Order *o = self;
  load_base(o, q);
  DifferenceInt *values = mem_new(difference_n_vars(o->diff) * sizeof *values);
  VEC(DifferenceMove) moves = {0};
  if (difference_least(o->diff, values))
    for (u32 i = 0; i < o->active.n; i++) {
      u32 var = o->active.at[i].var;
      vec_push(&moves, ((DifferenceMove){values[var], var}));
    }
  q->found = moves.n ? patched(o, q, moves.at, moves.n) : NULL;
  mem_free(values);
  vec_free(&moves);
  return q->found ? PROPOSED : SILENT;
}

static void order_open(void *self, Trail *t) {
  Order *o = self;
  o->trail = t;
  order_reset(o);
  trail_watch(t, (TrailWatcher){order_push, order_pop, order_reset, o});
}

static void order_close(void *self) {
  Order *o = self;
  difference_free(o->diff);
  map_done(&o->var_of);
  vec_free(&o->vars);
  vec_free(&o->items);
  vec_free(&o->active);
  vec_free(&o->stale);
  for (u32 i = 0; i < o->vars_of.n; i++) vec_free(&o->vars_of.at[i]);
  vec_free(&o->vars_of);
  vec_free(&o->moves);
  vec_free(&o->cells);
  model_unref(o->loaded);
}

const StageOps stage_order = {.n_bytes = sizeof(Order),
                              .open = order_open,
                              .close = order_close,
                              .ask = order_ask,
                              .least = order_least};
