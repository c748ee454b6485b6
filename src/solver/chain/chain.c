/* chain.c — the order of the stages, and the passage of a question through them.
 *
 * The table stages.def is the chain.  A stage answers or is silent; a model it
 * gives is validated here, in the one place through which all of them pass.
 */
#include "base/clock.h"
#include "base/registry.h"
#include "solver/solver_impl.h"
#include "solver/validate.h"

#include <string.h>

static const struct {
  const char *name;
  const StageOps *ops;
  Depth depth;
  u32 price; /* microseconds */
} chain[STAGE_COUNT] = {
#define STAGE(name, depth, price, text) {#name, &stage_##name, DEPTH_##depth, price},
#include "solver/chain/stages.def"
#undef STAGE
};

const char *stage_name(Stage stage) { return chain[stage].name; }

static bool is_offered(const Solver *s, Stage stage, Effort effort) {
  if (!s->config.enabled[stage]) return false;
  bool is_general = chain[stage].depth == DEPTH_GENERAL;
  return effort == EFFORT_FULL || is_general == (effort == EFFORT_GENERAL);
}

bool query_is_late(const Query *q) {
  if (q->ended && *q->ended) return true;
  return q->deadline_ns != NEVER_NS && !clock_left(q->deadline_ns);
}

#ifndef NDEBUG
/* What every stage may rely on.  Called by asserts only. */
static bool chain_is_sound(const Solver *s, const Query *q) {
  for (u32 i = 0; i < STAGE_COUNT; i++) {
    bool keeps_state = s->config.enabled[i] && chain[i].ops->n_bytes;
    if (keeps_state != (s->stages[i] != NULL)) return false; /* stages that are off keep nothing */
    if (i && chain[i].depth < chain[i - 1].depth) return false; /* cheap theories come first */
    if (!chain[i].price || !chain[i].ops->ask) return false;
  }
  if (q->trail->domains.path.at.n != q->trail->items.n) return false; /* at the same context */
  for (u32 i = 0; q->has_slice && i < q->slice.n; i++) {
    if (q->slice.at[i] >= q->trail->items.n) return false;
    if (i && q->slice.at[i] <= q->slice.at[i - 1]) return false; /* in the order of the trail */
  }
  /* A path that has no model yet is asked about as a whole or by its parts, which are slices. */
  return !q->found && expr_width(q->e) == 1 && (q->base_holds || q->has_slice);
}
#endif

/* What a verdict means once its model has been looked at. */
static Answer judge(Solver *s, Query *q, Stage stage, Verdict v) {
  assert((v == FOUND || v == PROPOSED) == (q->found != NULL));
  if (v == SILENT) return ANSWER_UNKNOWN;
  if (v == REFUTED) return ANSWER_NO;
  if (model_holds(q, q->found, &s->stats.n_validated)) return ANSWER_YES;
  if (v == FOUND && !query_is_late(q)) /* else validation may have been cut short */
    query_die(q, stage, "a model that does not satisfy the question");
  q->found = model_unref(q->found);
  return ANSWER_UNKNOWN;
}

/* *io_now is the time at which the stage before ended: one look at the clock per
 * stage, not two, as a look costs as much as a small stage. */
static Answer ask_stage(Solver *s, Query *q, Stage stage, u64 *io_now) {
  StageStats *stats = &s->stats.stage[stage];
  u64 start = *io_now;
  assert(chain_is_sound(s, q));
  Answer a = judge(s, q, stage, chain[stage].ops->ask(s->stages[stage], q));
  *io_now = clock_ns();
  stats->n_ns += *io_now - start;
  stats->n_asked++;
  stats->n_yes += a == ANSWER_YES;
  stats->n_no += a == ANSWER_NO;
  return a;
}

/* Reports the final answer to the stages that passed the question on. */
static void teach(Solver *s, Query *q, const Result *r, Effort effort) {
  assert(r->stage < STAGE_COUNT);
  if (r->answer == ANSWER_UNKNOWN) return;
  for (u32 i = 0; i < r->stage; i++)
    if (chain[i].ops->learn && is_offered(s, (Stage)i, effort))
      chain[i].ops->learn(s->stages[i], q, r->answer);
}

/* The core of a refutation, each constraint once. */
static void take_core(Query *q, Result *r) {
  const U32Vec *items = q->has_core ? &q->core : query_slice(q);
  Map seen = {0};
  for (u32 i = 0; i < items->n; i++) {
    bool fresh;
    assert(items->at[i] < q->trail->items.n);
    map_at(&seen, items->at[i], &fresh);
    if (fresh) vec_push(&r->core, q->trail->items.at[items->at[i]].e);
  }
  map_done(&seen);
}

Result chain_ask(Solver *s, Query *q, Effort effort) {
  Result r = {.reason = REASON_INCOMPLETE};
  q->reason = REASON_NONE;
  u64 now = clock_ns();
  for (u32 i = 0; i < STAGE_COUNT && r.answer == ANSWER_UNKNOWN; i++) {
    if (!is_offered(s, (Stage)i, effort)) continue;
    bool is_fault = ++s->n_clock_looks == s->config.faults.deadline_at;
    if (is_fault || query_is_late(q)) {
      q->reason = REASON_TIMEOUT;
      break;
    }
    r.stage = (Stage)i;
    r.depth = chain[i].depth;
    r.answer = ask_stage(s, q, (Stage)i, &now);
  }
  teach(s, q, &r, effort);
  if (r.answer == ANSWER_YES) r.model = TAKE(q->found);
  if (r.answer == ANSWER_NO && q->wants_core) take_core(q, &r);
  if (r.answer != ANSWER_UNKNOWN)
    r.reason = REASON_NONE;
  else if (q->reason != REASON_NONE)
    r.reason = q->reason;
  if (r.reason == REASON_TIMEOUT && solver_has_ended(s)) r.reason = REASON_ENDED;
  assert((r.answer == ANSWER_YES) == (r.model != NULL));
  assert((r.answer == ANSWER_UNKNOWN) == (r.reason != REASON_NONE));
  return r;
}

Result chain_least(Solver *s, Query *q) {
  Result r = {.reason = REASON_INCOMPLETE};
  for (u32 i = 0; i < STAGE_COUNT && r.answer == ANSWER_UNKNOWN; i++) {
    if (!s->config.enabled[i] || !chain[i].ops->least) continue;
    r.stage = (Stage)i;
    r.answer = judge(s, q, r.stage, chain[i].ops->least(s->stages[i], q));
  }
  if (r.answer == ANSWER_YES) r.model = TAKE(q->found);
  assert((r.answer == ANSWER_YES) == (r.model != NULL));
  return r;
}

Verdict query_take(Query *q, Answer a, Model *m) {
  if (a == ANSWER_YES)
    q->found = m;
  else
    model_unref(m);
  return a == ANSWER_YES ? FOUND : a == ANSWER_NO ? REFUTED : SILENT;
}

void query_done(Query *q) {
  vec_free(&q->slice);
  vec_free(&q->core);
  q->found = model_unref(q->found);
}

void result_done(Result *r) {
  r->model = model_unref(r->model);
  vec_free(&r->core);
}

/* ---- life ---------------------------------------------------------------- */

SolverConfig solver_config_default(void) {
  SolverConfig c = {.query_ns = NEVER_NS};
  for (u32 i = 0; i < STAGE_COUNT; i++) c.enabled[i] = true;
  return c;
}

Err solver_config_stages(SolverConfig *c, const char *list) {
  SolverConfig next = *c;
  for (u32 i = 0; i < STAGE_COUNT; i++) next.enabled[i] = true;
  if (strcmp(list, "all")) TRY(ROWS_SELECT("stages", list, chain, STAGE_COUNT, next.enabled));
  *c = next;
  return OK;
}

Solver *solver_new(const SolverConfig *config) {
  Solver *s = NEW(Solver);
  s->config = *config;
  s->end_ns = NEVER_NS;
  trail_init(&s->trail);
  s->eval = eval_new();
  for (u32 i = 0; i < STAGE_COUNT; i++) {
    const StageOps *ops = chain[i].ops;
    if (config->enabled[i] && ops->n_bytes) s->stages[i] = mem_new(ops->n_bytes);
    if (s->stages[i] && ops->open) ops->open(s->stages[i], &s->trail);
  }
  expr_roots_add(contexts_mark, &s->contexts);
  return s;
}

Solver *solver_free(Solver *s) {
  if (!s) return NULL;
  expr_roots_remove(contexts_mark, &s->contexts);
  for (u32 i = 0; i < STAGE_COUNT; i++) {
    if (s->stages[i]) chain[i].ops->close(s->stages[i]);
    mem_free(s->stages[i]);
  }
  trail_done(&s->trail);
  CHECK(!s->contexts, "a solver was freed before its contexts");
  eval_free(s->eval);
  return mem_free(s);
}

void solver_set_end(Solver *s, u64 deadline_ns, const volatile sig_atomic_t *ended) {
  s->end_ns = deadline_ns;
  s->ended = ended;
}

bool solver_has_ended(const Solver *s) { return (s->ended && *s->ended) || !clock_left(s->end_ns); }

SolverStats solver_stats(const Solver *s) { return s->stats; }

u64 solver_price(const Solver *s) {
  u64 sum = 0;
  for (u32 i = 0; i < STAGE_COUNT; i++) sum += s->stats.stage[i].n_asked * chain[i].price;
  return sum;
}

u64 solver_n_slow(const Solver *s) {
  enum { SLOW = 1000 };
  u64 sum = 0;
  for (u32 i = 0; i < STAGE_COUNT; i++)
    if (chain[i].price >= SLOW) sum += s->stats.stage[i].n_asked;
  return sum;
}
