/* stage_sums.c — answers questions about sums and differences of several words, by simplex.
 *
 * Where ranges prove that nothing wraps, such a path is a set of linear inequalities over the
 * integers (ints.h).  The model of the path satisfies all of them but the question.  So the search
 * begins there, with the question alone; inequalities that the values found violate are added, and
 * the search goes on.  The simplex never looks at most of a path.
 *
 * If there are no rational values, the question is refuted, since a part of the path refutes the
 * whole.  Values found are proposals, and validation decides; fractions are rounded down.  A
 * disequality that is broken is below or above, first where the model of the path is.  If that side
 * is refuted with the help of its own inequality, we try the other side; if without, the other side
 * is refuted, too.
 */
#include "expr/value.h"
#include "solver/chain/stage.h"
#include "solver/linear/int_items.h"

enum {
  MAX_STEPS = 1000, /* of the simplex, between two looks at the path */
  MAX_ROWS = 400,   /* sums in the simplex; then the question is left to others */
  MAX_TERMS = 2000, /* of a sum */
  MAX_BROKEN = 4,   /* added at once */
  MAX_TRIES = 64,   /* combinations of sides of disequalities */
  LOOK_EVERY = 64,  /* items between two looks at the clock */
};

/* A variable in the current question. */
typedef struct Column {
  u32 stamp; /* of the question */
  u32 in;    /* 1 + variable of the simplex; 0: none yet */
  i64 base;  /* value in the model of the path */
  i64 value; /* the last one found */
  i64 low, high;
  bool has_low, has_high;
} Column;

/* A disequality of the path that was broken, on the way to a refutation. */
typedef struct TriedSide {
  u32 at;         /* place in `active` */
  int to;         /* -1 below, 1 above */
  u32 row;        /* variable of the simplex */
  bool is_second; /* the other one is refuted */
  bool is_blamed; /* some refutation since it was made needs it */
} TriedSide;

typedef struct SumStage {
  IntItems items;
  Simplex *simplex; /* owned */

  /* Of the current question: */
  Query *q;
  IntCond asked;
  VEC(Column) columns; /* by variable of Ints */
  u32 stamp;
  VEC(IntAtom) active;  /* of several variables, that the path has */
  VEC(bool) is_row;     /* by place in `active` */
  U32Vec used;          /* variables with a column in the simplex */
  VEC(TriedSide) sides; /* that were taken, in order */
  bool failed;          /* a number is too large */
} SumStage;

/* ---- columns ------------------------------------------------------------------------- */

static bool in_limit(i128 v) { return v <= SIMPLEX_LIMIT && v >= -SIMPLEX_LIMIT; }

static void tighten(Column *c, const IntAtom *a) {
  if (a->has_low && (!c->has_low || a->low > c->low)) c->low = a->low;
  if (a->has_high && (!c->has_high || a->high < c->high)) c->high = a->high;
  c->has_low |= a->has_low;
  c->has_high |= a->has_high;
}

/* What is known of the variable before the path says anything. */
static Column *column(SumStage *s, u32 var) {
  vec_resize(&s->columns, MAX(s->columns.n, var + 1));
  Column *c = &s->columns.at[var];
  if (c->stamp == s->stamp) return c;
  const IntVar *v = &s->items.ints.vars.at[var];
  u32 width = expr_width(v->term);
  i128 size = (i128)1 << width, low = v->is_signed ? -(size / 2) : 0;
  u64 bits = eval(s->q->eval, s->q->base, v->term);
  i128 base = v->is_signed ? (i128)value_signed(bits, width) : (i128)bits;
  s->failed |= !in_limit(base);
  *c = (Column){.stamp = s->stamp, .base = in_limit(base) ? (i64)base : 0};
  c->value = c->base;
  c->has_low = in_limit(low);
  c->has_high = in_limit(low + size - 1);
  if (c->has_low) c->low = (i64)low;
  if (c->has_high) c->high = (i64)(low + size - 1);
  return c;
}

/* One variable alone: c * x within bounds, c being 1 or -1 after the division. */
static void add_bound(SumStage *s, const IntAtom *a) {
  SimplexTerm t = a->terms[0];
  assert(a->n == 1 && (t.coef == 1 || t.coef == -1));
  IntAtom b = *a;
  if (t.coef < 0)
    b = (IntAtom){.low = -a->high, .high = -a->low, .has_low = a->has_high, .has_high = a->has_low};
  tighten(column(s, t.var), &b);
}

static u32 in_simplex(SumStage *s, u32 var) {
  Column *c = column(s, var);
  if (c->in) return c->in - 1;
  u32 in = simplex_var(s->simplex, c->base);
  if (c->has_low) s->failed |= !simplex_at_least(s->simplex, in, c->low);
  if (c->has_high) s->failed |= !simplex_at_most(s->simplex, in, c->high);
  c->in = in + 1;
  vec_push(&s->used, var);
  return in;
}

/* ---- rows ---------------------------------------------------------------------------- */

/* The variable of its row; to_side: of a disequality, -1 below and 1 above. */
static u32 add_row(SumStage *s, const IntAtom *a, int to_side) {
  SimplexTerm terms[MAX_TERMS];
  u32 var = 0;
  if (a->n > MAX_TERMS || simplex_rows(s->simplex) >= MAX_ROWS) {
    s->failed = true;
    return var;
  }
  for (u32 i = 0; i < a->n; i++)
    terms[i] = (SimplexTerm){in_simplex(s, a->terms[i].var), a->terms[i].coef};
  if (s->failed || !simplex_row(s->simplex, terms, a->n, &var)) {
    s->failed = true;
    return var;
  }
  bool ok = true;
  if (a->has_low) ok &= simplex_at_least(s->simplex, var, a->low);
  if (a->has_high) ok &= simplex_at_most(s->simplex, var, a->high);
  if (a->differs && to_side < 0) ok &= simplex_at_most(s->simplex, var, a->low - 1);
  if (a->differs && to_side > 0) ok &= simplex_at_least(s->simplex, var, a->low + 1);
  s->failed |= !ok;
  return var;
}

static i128 sum_now(SumStage *s, const IntAtom *a, bool of_base, bool *ret_moved) {
  i128 sum = 0;
  *ret_moved = false;
  for (u32 i = 0; i < a->n; i++) {
    SimplexTerm t = a->terms[i];
    const Column *c = column(s, t.var);
    *ret_moved |= c->value != c->base;
    sum += (i128)t.coef * (of_base ? c->base : c->value);
  }
  return sum;
}

static bool is_broken(const IntAtom *a, i128 sum) {
  if (a->differs) return sum == a->low;
  return (a->has_low && sum < a->low) || (a->has_high && sum > a->high);
}

/* Adds what of the path the values break; how much that is. */
static u32 add_broken(SumStage *s) {
  assert(s->is_row.n == s->active.n);
  u32 n = 0;
  for (u32 i = 0; i < s->active.n && n < MAX_BROKEN && !s->failed; i++) {
    const IntAtom *a = &s->active.at[i];
    bool has_moved;
    if (s->is_row.at[i]) continue;
    i128 sum = sum_now(s, a, false, &has_moved);
    if (s->q->base_holds && !has_moved) continue;
    if (!is_broken(a, sum)) continue;
    int to = sum_now(s, a, true, &has_moved) < a->low ? -1 : 1;
    u32 row = add_row(s, a, to);
    if (a->differs) vec_push(&s->sides, ((TriedSide){.at = i, .to = to, .row = row}));
    s->is_row.at[i] = true;
    n++;
  }
  return n;
}

static void take_values(SumStage *s) {
  for (u32 i = 0; i < s->used.n; i++) {
    Column *c = column(s, s->used.at[i]);
    bool is_whole;
    assert(c->in);
    c->value = simplex_value(s->simplex, c->in - 1, &is_whole);
  }
}

static Model *model_of(SumStage *s) {
  Model *m = model_copy(s->q->base);
  for (u32 i = 0; i < s->used.n; i++) {
    Expr term = s->items.ints.vars.at[s->used.at[i]].term;
    const Column *c = column(s, s->used.at[i]);
    if (c->value == c->base || expr_kind(term) != EXPR_VAR) continue;
    u64 bits = (u64)c->value & value_mask(expr_width(term));
    model_set_bits(m, expr_input(term), expr_var_low(term), expr_width(term), &bits);
  }
  return m;
}

/* ---- the question -------------------------------------------------------------------- */

/* Bounds of single variables at once, sums when they are broken. */
static void add_path(SumStage *s, const U32Vec *items) {
  vec_clear(&s->active);
  for (u32 i = 0; i < items->n && !s->failed; i++) {
    s->failed |= i % LOOK_EVERY == 0 && query_is_late(s->q);
    const IntCond *c = int_items_get(&s->items, items->at[i]);
    for (u32 k = 0; c->is_exact && k < c->atoms.n; k++) {
      const IntAtom *a = &c->atoms.at[k];
      if (a->n == 1 && !a->differs)
        add_bound(s, a);
      else
        vec_push(&s->active, *a);
    }
  }
}

static u32 count_disequalities(const IntCond *c) {
  u32 n = 0;
  for (u32 i = 0; i < c->atoms.n; i++) n += c->atoms.at[i].differs;
  return n;
}

/* The question and the sides that were taken, at the model of the path. */
static void begin(SumStage *s, int to_side) {
  simplex_clear(s->simplex);
  for (u32 i = 0; i < s->used.n; i++) {
    Column *c = column(s, s->used.at[i]);
    c->in = 0;
    c->value = c->base;
  }
  vec_clear(&s->used);
  vec_clear(&s->is_row);
  vec_resize(&s->is_row, s->active.n);
  for (u32 i = 0; i < s->asked.atoms.n && !s->failed; i++)
    add_row(s, &s->asked.atoms.at[i], to_side);
  for (u32 i = 0; i < s->sides.n && !s->failed; i++) {
    TriedSide *side = &s->sides.at[i];
    side->row = add_row(s, &s->active.at[side->at], side->to);
    s->is_row.at[side->at] = true;
  }
}

/* What comes of it.  Refuted: with these sides. */
static Verdict go_on(SumStage *s) {
  while (!s->failed && !query_is_late(s->q)) {
    SimplexAnswer answer = simplex_solve(s->simplex, MAX_STEPS);
    if (answer == SIMPLEX_NO) return REFUTED;
    if (answer == SIMPLEX_UNKNOWN) return SILENT;
    take_values(s);
    if (!add_broken(s)) {
      if (s->failed) return SILENT;
      s->q->found = model_of(s);
      return PROPOSED;
    }
  }
  return SILENT;
}

/* Takes the other side of the latest disequality that matters; false: none is left. */
static bool turn_back(SumStage *s) {
  for (u32 i = 0; i < s->sides.n; i++)
    s->sides.at[i].is_blamed |= simplex_blames(s->simplex, s->sides.at[i].row);
  for (; s->sides.n; s->sides.n--) {
    TriedSide *last = &vec_last(&s->sides);
    if (last->is_second || !last->is_blamed) continue;
    last->to = -last->to;
    last->is_second = true;
    return true;
  }
  return false;
}

/* to_side: of the question's own disequality; with several of them both sides are not all there
 * is. */
static Verdict search(SumStage *s, int to_side) {
  bool is_whole = count_disequalities(&s->asked) <= 1;
  vec_clear(&s->sides);
  for (u32 i = 0; i < MAX_TRIES; i++) {
    begin(s, to_side);
    Verdict v = go_on(s);
    if (v != REFUTED) return v;
    if (!turn_back(s)) return is_whole ? REFUTED : SILENT;
  }
  return SILENT;
}

static Verdict sums_ask(void *self, Query *q) {
  SumStage *s = self;
  const U32Vec *items = query_slice(q);
  int_items_limit(&s->items);
  ints_translate(&s->items.ints, &q->trail->bounds, q->e, &s->asked);
  if (!s->asked.is_exact || (!s->asked.atoms.n && !expr_is_const(q->e))) return SILENT;
  s->q = q;
  s->stamp++;
  s->failed = false;
  vec_clear(&s->used);
  add_path(s, items);
  if (s->failed) return SILENT;
  if (!count_disequalities(&s->asked)) return search(s, 0);
  Verdict below = search(s, -1);
  return below == REFUTED ? search(s, 1) : below;
}

static void sums_open(void *self, Trail *t) {
  SumStage *s = self;
  s->simplex = simplex_new();
  int_items_open(&s->items, t);
}

static void sums_close(void *self) {
  SumStage *s = self;
  int_items_close(&s->items);
  simplex_free(s->simplex);
  int_cond_done(&s->asked);
  vec_free(&s->columns);
  vec_free(&s->active);
  vec_free(&s->is_row);
  vec_free(&s->used);
  vec_free(&s->sides);
}

const StageOps stage_sums = {
    .n_bytes = sizeof(SumStage), .open = sums_open, .close = sums_close, .ask = sums_ask};
