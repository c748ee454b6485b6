/* stage_sat.c — asks about the bits of a question, by circuits and CaDiCaL (bit_solver.h).
 *
 * Known bits become constants first (prepare.h), but not if a core is wanted: they come from
 * ranges, and so from constraints that the core would have to name.
 */
#include "solver/bits/bit_solver.h"
#include "solver/chain/prepare.h"
#include "solver/chain/stage.h"

static void take_core(Query *q, const bool *in_core) {
  const U32Vec *items = query_items(q);
  for (u32 i = 0; i < items->n; i++)
    if (in_core[i]) vec_push(&q->core, items->at[i]);
  q->has_core = true;
}

static Verdict sat_ask(void *self, Query *q) {
  (void)self;
  ExprVec terms = {0};
  KnownBitsVec known = {0};
  query_terms(q, &terms);
  /* What is known by ranges comes from constraints that a core would have to name. */
  if (!q->wants_core) prepare_terms(q->trail, &terms, &known);
  Model *m = model_copy(q->base);
  bool *in_core = q->wants_core ? mem_new(terms.n * sizeof *in_core) : NULL;
  Answer a =
      bit_solver_check(q->trail->bits, terms.at, terms.n, query_limit(q), m, in_core, &q->reason);
  if (a == ANSWER_YES) known_bits_to_model(&known, m);
  if (a == ANSWER_NO && in_core) take_core(q, in_core);
  mem_free(in_core);
  vec_free(&terms);
  vec_free(&known);
  return query_take(q, a, m);
}

const StageOps stage_sat = {.ask = sat_ask};
