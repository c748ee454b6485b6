/* stage_model.c — the model that the context carries may satisfy the question:
 * then one side of a branch costs an evaluation and no query. */
#include "solver/chain/stage.h"

static Verdict model_ask(void *self, Query *q) {
  (void)self;
  if (!q->base_holds || !eval_true(q->eval, q->base, q->e)) return SILENT;
  q->found = model_ref(q->base);
  return FOUND;
}

const StageOps stage_model = {.ask = model_ask};
