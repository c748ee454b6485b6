/* predict_constraints.c — as XSTRESSOR predicts: the path condition at any size is written down in
 * the order of execution, without running the program.  One question to the solver then gives the
 * input.
 *
 * After: Saumya, Koo, Kulkarni, Bagchi, "XSTRESSOR", ICST 2019, sec. III and IV.
 * Differs: constraint generator points are branch and side in their calling context, with the
 * shape of the condition (shape.h); loops come from the code, not from marks; versions of
 * variables come from the terms (tracing.h); the input that comes out is run.
 */
#include "predict/predictor.h"

#include "laws/law.h"
#include "laws/trace_law.h"
#include "predict/tracing.h"
#include "search/time_parts.h"
#include "search/witness_run.h"

/* Between two looks at the budget. */
enum { EVENTS_PER_LOOK = SIZED(4096, 16) };

/* The solver looks at every mention of an input, and cannot be stopped while it does: some seconds. */
static const u64 max_mentioned = 16 << 20;

typedef struct InputSize {
  char *name;  /* owned */
  Law n_bytes; /* owned; over N */
} InputSize;

typedef struct ConstraintsPredictor {
  Tracer tracer;
  TraceLaw trace; /* owned, once fitted */
  bool is_fitted;
  VEC(InputSize) inputs; /* owned */
} ConstraintsPredictor;

/* ---- fitting ------------------------------------------------------------------------------------------- */

/* How many bytes an input has; false when that follows no polynomial. */
static bool fit_input(const SampleVec *samples, u32 index, InputSize *ret, Text *ret_why) {
  assert(samples->n);
  PointVec points = {0};
  for (u32 i = 0; i < samples->n; i++) {
    const Sample *s = &samples->at[i];
    vec_push(&points, ((Point){.x = {(i64)s->size}, .y = s->witness.inputs.at[index].n_bytes}));
  }
  const char *name = vec_last(samples).witness.inputs.at[index].name;
  bool ok = law_fit(points.at, points.n, 1, CASES_NO, &ret->n_bytes, NULL);
  if (ok)
    ret->name = text_dup(name);
  else
    text_addf(ret_why, "the size of '%s' is no polynomial in N", name);
  vec_free(&points);
  return ok;
}

static bool fit_inputs(ConstraintsPredictor *m, const SampleVec *samples, Text *ret_why) {
  u32 n = samples->at[0].witness.inputs.n;
  for (u32 i = 0; i < samples->n; i++)
    if (samples->at[i].witness.inputs.n != n) {
      text_add(ret_why, "the number of inputs depends on the size");
      return false;
    }
  for (u32 i = 0; i < n; i++) {
    InputSize in = {0};
    if (!fit_input(samples, i, &in, ret_why)) return false;
    vec_push(&m->inputs, in);
  }
  return true;
}

static bool fit_trace(ConstraintsPredictor *m, const SampleVec *samples, Text *ret_why) {
  VEC(LoopTrace) traces = {0};
  bool ok = true;
  for (u32 i = 0; i < samples->n && ok; i++) {
    LoopTrace trace;
    Err err = tracer_run(&m->tracer, &samples->at[i], &trace, &ok, ret_why);
    if (err != OK) text_add(ret_why, err_text());
    vec_push(&traces, trace);
  }
  m->is_fitted = ok && trace_law_fit(traces.at, traces.n, &m->trace, ret_why);
  for (u32 i = 0; i < traces.n; i++) trace_done(&traces.at[i]);
  vec_free(&traces);
  return m->is_fitted;
}

static bool fit(Search *h, const SampleVec *samples, void *self, Text *ret_why) {
  ConstraintsPredictor *m = self;
  m->tracer = tracer_new(h);
  return fit_inputs(m, samples, ret_why) && fit_trace(m, samples, ret_why);
}

/* ---- synthesis ----------------------------------------------------------------------------------------- */

/* The path condition as it is written. */
typedef struct Synthesis {
  const ConstraintsPredictor *predictor; /* borrowed */
  VEC(Input) inputs;
  ExprVec named;
  VEC(u64) n_read;  /* of each name: how many inputs it mentions */
  u64 n_mentioned;  /* by all conditions together */
  Context *context; /* owned */
  Budget budget; /* of the size_search: a path condition can be longer than memory and time allow */
  u64 n_events;
  const char *wrong;
} Synthesis;

/* Inputs that a term mentions, those of its names included. */
static u64 count_read(const Synthesis *s, u32 shape, const i64 *numbers) {
  const TermShape *t = &s->predictor->tracer.shapes.all.at[shape];
  u64 sum = 0;
  for (u32 i = 0; i < t->parts.n; i++) {
    const ShapePart *p = &t->parts.at[i];
    if (p->names)
      sum += s->n_read.at[*numbers++];
    else if (p->kind == EXPR_VAR || p->kind == EXPR_CONST)
      sum += p->kind == EXPR_VAR, numbers++;
  }
  return sum;
}

static bool write_event(void *user, TraceKind kind, u32 id, const i64 *leaf, u32 width) {
  Synthesis *s = user;
  const Tracer *t = &s->predictor->tracer;
  Limit limit =
      ++s->n_events % EVENTS_PER_LOOK ? LIMIT_NOT : budget_spent(&s->budget, (Usage){0, 0});
  if (limit != LIMIT_NOT) {
    s->wrong = limit_meaning(limit);
    return false;
  }
  if (kind != TRACE_POINT) return true;
  const PointInfo *p = &t->points.at[id];
  Expr e = shape_fill(&t->shapes, p->shape, s->inputs.at, s->inputs.n, &s->named, leaf, width);
  if (expr_is_none(e)) {
    s->wrong = "a condition mentions what is outside the input";
    return false;
  }
  u64 n_read = count_read(s, p->shape, leaf);
  if (p->defines) {
    vec_push(&s->named, e);
    vec_push(&s->n_read, n_read);
    return true;
  }
  if ((s->n_mentioned += n_read) > max_mentioned) {
    s->wrong = "the path condition mentions inputs too often for the solver";
    return false;
  }
  if (expr_is_value(e, 0)) {
    s->wrong = "a condition can never hold";
    return false;
  }
  context_extend(&s->context, e, NULL);
  return true;
}

static bool make_inputs(Synthesis *s, u64 size, Text *ret_why) {
  for (u32 i = 0; i < s->predictor->inputs.n; i++) {
    const InputSize *in = &s->predictor->inputs.at[i];
    i64 n, x[MAX_VARIABLES] = {(i64)size}, extent[MAX_VARIABLES] = {0};
    if (!law_at(&in->n_bytes, x, extent, &n) || n < 0 || n > INT32_MAX) {
      text_addf(ret_why, "'%s' is too large", in->name);
      return false;
    }
    vec_push(&s->inputs, n ? input_bytes(in->name, (u32)n) : (Input){0});
  }
  return true;
}

static void take_input(const Synthesis *s, u32 index, const Model *model, Witness *to) {
  assert(model);
  Input in = s->inputs.at[index];
  u32 n = in.id ? input_info(in)->n_bits / 8 : 0;
  NamedBytes w = {.name = text_dup(s->predictor->inputs.at[index].name),
                  .n_bytes = n,
                  .bytes = mem_new(MAX(n, 1u))};
  for (u32 k = 0; k < n; k++) w.bytes[k] = model_byte(model, input_info(in)->first_cell + k);
  vec_push(&to->inputs, w);
}

static bool solve(const Synthesis *s, const SizeSearch *t, Witness *ret, Text *ret_why) {
  Solver *solver = t->search->config.solver;
  solver_set_end(solver, clock_part(t->budget.deadline_ns, PART_SYNTHESIS), t->budget.interrupted);
  Result r = solver_least(solver, s->context);
  solver_set_end(solver, NEVER_NS, NULL);
  bool ok = r.answer == ANSWER_YES;
  for (u32 i = 0; i < s->inputs.n && ok; i++) take_input(s, i, r.model, ret);
  if (r.answer == ANSWER_NO)
    text_add(ret_why, "the path condition that was predicted has no solution");
  if (r.answer == ANSWER_UNKNOWN) text_add(ret_why, "the solver does not know");
  result_done(&r);
  return ok;
}

static Err apply(SizeSearch *t, void *self, const u64 *cost, Text *ret_why) {
  Synthesis s = {.predictor = self,
                 .context = context_new(t->search->config.solver),
                 .budget = budget_part(&t->budget, PART_SYNTHESIS)};
  Witness w = {0};
  Stop stop = STOP_EXIT;
  Err err = OK;
  (void)cost;
  bool ok = make_inputs(&s, t->size, ret_why) &&
            trace_law_visit(&s.predictor->trace, (i64)t->size, write_event, &s, ret_why);
  if (s.wrong) text_add(ret_why, s.wrong);
  if (ok && solve(&s, t, &w, ret_why)) err = size_search_try(t, &w, true, &stop);
  if (stop != STOP_EXIT) text_add(ret_why, stop_infos[stop].meaning);
  context_unref(s.context);
  vec_free(&s.inputs);
  vec_free(&s.named);
  vec_free(&s.n_read);
  witness_done(&w);
  return err;
}

static void print(const void *self, Text *ret) {
  trace_law_print(&((const ConstraintsPredictor *)self)->trace, ret);
}

static void done(void *self) {
  ConstraintsPredictor *m = self;
  if (m->is_fitted) trace_law_done(&m->trace);
  tracer_done(&m->tracer);
  for (u32 i = 0; i < m->inputs.n; i++) {
    mem_free(m->inputs.at[i].name);
    law_done(&m->inputs.at[i].n_bytes);
  }
  vec_free(&m->inputs);
}

const PredictorOps predictor_constraints = {.n_bytes = sizeof(ConstraintsPredictor),
                                            .fit = fit,
                                            .apply = apply,
                                            .print = print,
                                            .done = done};
