/* stage_solve_eqs.c — solves equations for words first, and asks for the bits of what is left.
 *
 * What is left is a different conjunction for every question, so nothing that is learned about its
 * bits helps with the next.  The search is therefore limited; after that the question is asked as
 * it came.  Where products were taken out, the original question is the harder one, and the limit
 * is high.
 */
#include "solver/bits/bit_solver.h"
#include "solver/bits/congruence.h"
#include "solver/chain/stage.h"
#include "solver/linear/solve_eqs.h"

enum { MAX_CONFLICTS = 300, MAX_CONFLICTS_WITHOUT_PRODUCTS = 100000 };

static Answer ask_rest(Query *q, const Equations *eqs, u32 n_lemmas, Model *io_model) {
  Reason reason;
  u32 most = eqs->n_products || n_lemmas ? MAX_CONFLICTS_WITHOUT_PRODUCTS : MAX_CONFLICTS;
  SatLimit limit = query_limit(q);
  limit.n_conflicts = most;
  Answer a = eqs->terms.n ? bit_solver_check(q->trail->bits, eqs->terms.at, eqs->terms.n, limit,
                                             io_model, NULL, &reason)
                          : ANSWER_YES;
  if (a == ANSWER_YES) equations_complete(eqs, q->eval, io_model);
  return a;
}

static Verdict solve_eqs_ask(void *self, Query *q) {
  (void)self;
  if (q->wants_core) return SILENT; /* which equations were needed is not kept */
  Equations eqs = {0};
  ExprVec terms = {0};
  query_terms(q, &terms);
  Verdict v = SILENT;
  bool done = equations_solve(&eqs, terms.at, terms.n, q->deadline_ns);
  u32 n_left = eqs.terms.n;
  if (done) congruence_lemmas(eqs.terms.at, n_left, &eqs.terms);
  u32 n_lemmas = eqs.terms.n - n_left;
  if (done && (eqs.solved.n || eqs.n_unsigned || n_lemmas)) {
    Model *m = model_copy(q->base);
    v = query_take(q, equations_is_false(&eqs) ? ANSWER_NO : ask_rest(q, &eqs, n_lemmas, m), m);
  }
  vec_free(&terms);
  equations_done(&eqs);
  return v;
}

const StageOps stage_solve_eqs = {.ask = solve_eqs_ask};
