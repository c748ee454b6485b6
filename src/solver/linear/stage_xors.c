/* stage_xors.c — answers questions that are sums of bits by elimination: checksums, shift
 * registers.
 *
 * It gives no core, since the elimination does not record which rows it added; the next stage finds
 * one.
 */
#include "solver/bits/bit_solver.h"
#include "solver/chain/stage.h"

static Verdict xors_ask(void *self, Query *q) {
  (void)self;
  if (q->wants_core) return SILENT;
  ExprVec terms = {0};
  query_terms(q, &terms);
  Model *m = model_copy(q->base);
  Answer a = bit_solver_sums(q->trail->bits, terms.at, terms.n, query_limit(q), m);
  vec_free(&terms);
  return query_take(q, a, m);
}

const StageOps stage_xors = {.ask = xors_ask};
