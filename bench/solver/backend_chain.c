/* backend_chain.c — the path as the VM follows it: a context per state, both
 * sides of a branch asked (the state's model answers one of them). */
#include "base/clock.h"
#include "bench/solver/backend.h"

static void ask_other(Solver *s, Context *c, Expr other, Measured *out) {
  cleanup(result_done) Result r = solver_check(s, c, other);
  out->n_yes += r.answer == ANSWER_YES;
  out->n_no += r.answer == ANSWER_NO;
  out->n_unknown += r.answer == ANSWER_UNKNOWN;
}

/* Takes c, returns the context one step further. */
static Context *take(Solver *s, Context *c, Expr e) {
  cleanup(result_done) Result r = solver_check(s, c, e);
  CHECK(r.answer != ANSWER_NO, "the chain says that a real path is infeasible");
  Context *next = context_add(c, e, r.model);
  context_unref(c);
  return next;
}

static void follow(const Path *p, const char *stages, Measured *out) {
  SolverConfig config = solver_config_default();
  if (stages) CHECK(solver_config_stages(&config, stages) == OK, "%s", err_text());
  u64 start = clock_ns();
  Solver *s = solver_new(&config);
  Context *c = context_new(s);
  for (u32 i = 0; i < p->steps.n; i++) {
    Step step = p->steps.at[i];
    if (step.is_branch) ask_other(s, c, expr_not(step.holds), out);
    c = take(s, c, step.holds);
  }
  out->n_ns = clock_ns() - start;
  out->applies = true;
  out->stats = solver_stats(s);
  context_unref(c);
  solver_free(s);
}

const Backend backend_chain = {"nadir", follow};
