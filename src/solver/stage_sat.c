/* stage_sat.c — circuits and CaDiCaL: see bit_solver.h. */
#include "solver/bit_solver.h"
#include "solver/stage.h"

typedef struct SatStage {
  BitSolver *bits; /* owned */
  ExprVec terms;   /* of the question at hand */
} SatStage;

static void *sat_stage_open(Trail *t, Worker *w) {
  (void)t, (void)w;
  SatStage *s = NEW(SatStage);
  s->bits = bit_solver_new();
  return s;
}

static void sat_stage_close(void *self) {
  SatStage *s = self;
  bit_solver_free(s->bits);
  vec_free(&s->terms);
  mem_free(s);
}

static void take_core(Query *q, const U32Vec *items, const bool *in_core) {
  for (u32 i = 0; i < items->n; i++)
    if (in_core[i]) vec_push(&q->core, items->at[i]);
  q->has_core = true;
}

static Verdict sat_stage_ask(void *self, Query *q) {
  SatStage *s = self;
  const U32Vec *items = query_items(q);
  vec_clear(&s->terms);
  for (u32 i = 0; i < items->n; i++) vec_push(&s->terms, q->trail->items.at[items->at[i]].e);
  vec_push(&s->terms, q->e);
  Model *m = model_copy(q->base);
  bool *in_core = mem_new(s->terms.n * sizeof *in_core);
  SatLimit limit = {.deadline_ns = q->deadline_ns, .ended = q->ended};
  Answer a = bit_solver_check(s->bits, s->terms.at, s->terms.n, limit, m, in_core, &q->reason);
  if (a == ANSWER_NO && q->wants_core) take_core(q, items, in_core);
  mem_free(in_core);
  if (a == ANSWER_YES)
    q->found = m;
  else
    model_unref(m);
  return a == ANSWER_YES ? FOUND : a == ANSWER_NO ? REFUTED : SILENT;
}

const StageOps stage_sat = {.open = sat_stage_open, .close = sat_stage_close, .ask = sat_stage_ask};
