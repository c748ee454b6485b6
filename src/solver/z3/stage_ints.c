/* stage_ints.c — Z3 over the integers, where ranges prove that nothing wraps.
 *
 * Sums such as path lengths in graphs drown a bit-blasting solver and are easy
 * linear arithmetic.  Constraints that are not arithmetic are left out: then a
 * refutation still counts, and validation decides about a model.  The worker
 * keeps what consecutive questions share asserted.
 */
#include "expr/value.h"
#include "solver/chain/stage.h"
#include "solver/z3/int_items.h"

typedef struct IntStage {
  Worker *worker; /* borrowed */
  IntItems items;
  U32Vec sequence; /* the items of the last question in the order they were asserted */
  Map is_kept;     /* item of the question at hand → does it keep its place in there */
  U32Vec roots;    /* of the question at hand */
  Map in_question; /* variables whose range is among the roots */
} IntStage;

static void forget_arena(void *self) {
  IntStage *s = self;
  worker_ints_reset(s->worker);
}

static void add_roots(IntStage *s, const IntCond *c) {
  for (u32 i = 0; i < c->vars.n; i++) {
    bool fresh;
    map_at(&s->in_question, c->vars.at[i], &fresh);
    const IntVar *v = &s->items.ints.vars.at[c->vars.at[i]];
    if (fresh) vec_append(&s->roots, v->ranges, v->n_ranges);
  }
  vec_push(&s->roots, c->root);
}

static Model *model_of(IntStage *s, Query *q, const i64 *values) {
  Model *m = model_copy(q->base);
  for (u32 i = 0; i < s->items.ints.vars.n; i++) {
    const IntVar *v = &s->items.ints.vars.at[i];
    if (!map_find(&s->in_question, i) || expr_kind(v->term) != EXPR_VAR) continue;
    u64 bits = (u64)values[i] & value_mask(expr_width(v->term));
    model_set_bits(m, expr_input(v->term), expr_var_low(v->term), expr_width(v->term), &bits);
  }
  return m;
}

static Verdict ask_worker(IntStage *s, Query *q) {
  u32 n_vars = s->items.ints.vars.n;
  i64 *values = mem_new(n_vars * sizeof *values);
  Answer a = worker_ints(s->worker, &s->items.ints.arena, s->roots.at, s->roots.n, q->deadline_ns,
                         values, n_vars, &q->reason);
  if (a == ANSWER_YES) q->found = model_of(s, q, values);
  mem_free(values);
  return a == ANSWER_YES ? PROPOSED : a == ANSWER_NO ? REFUTED : SILENT;
}

/* The worker goes on from the common prefix of two questions.  In the order of
 * the trail that is a short one: a question about one more word brings in what
 * the path said of it long ago.  So what stays keeps its place and the rest
 * comes after it. */
static void arrange(IntStage *s, const U32Vec *items) {
  u32 n_kept = 0;
  map_clear(&s->is_kept);
  for (u32 i = 0; i < items->n; i++) map_put(&s->is_kept, items->at[i], false);
  for (; n_kept < s->sequence.n; n_kept++) {
    u64 *is_kept = map_find(&s->is_kept, s->sequence.at[n_kept]);
    if (!is_kept) break;
    *is_kept = true;
  }
  s->sequence.n = n_kept;
  for (u32 i = 0; i < items->n; i++)
    if (!*map_find(&s->is_kept, items->at[i])) vec_push(&s->sequence, items->at[i]);
}

/* Asserts the items that are arithmetic; false when some are not. */
static bool add_items(IntStage *s, const U32Vec *items) {
  bool is_exact = true;
  arrange(s, items);
  for (u32 i = 0; i < s->sequence.n; i++) {
    const IntCond *c = int_items_get(&s->items, s->sequence.at[i]);
    if (c->is_exact)
      add_roots(s, c);
    else
      is_exact = false;
  }
  return is_exact;
}

static Verdict ints_ask(void *self, Query *q) {
  IntStage *s = self;
  int_items_limit(&s->items);
  const U32Vec *items = query_items(q);
  IntCond asked;
  ints_translate(&s->items.ints, &q->trail->bounds, q->e, &asked);
  vec_clear(&s->roots);
  map_clear(&s->in_question);
  /* A question that is arithmetic may be refuted by a part of the path; a path
   * that is solved as a whole (the question is `true`) needs all of itself. */
  bool is_worth_it = asked.is_exact && (add_items(s, items) || !expr_is_const(q->e));
  if (is_worth_it) add_roots(s, &asked);
  vec_free(&asked.vars);
  return is_worth_it ? ask_worker(s, q) : SILENT;
}

static void *ints_open(Trail *t, Worker *w) {
  IntStage *s = NEW(IntStage);
  s->worker = w;
  int_items_open(&s->items, t, forget_arena, s);
  return s;
}

static void ints_close(void *self) {
  IntStage *s = self;
  int_items_close(&s->items);
  vec_free(&s->sequence);
  map_done(&s->is_kept);
  vec_free(&s->roots);
  map_done(&s->in_question);
  mem_free(s);
}

const StageOps stage_ints = {.open = ints_open, .close = ints_close, .ask = ints_ask};
