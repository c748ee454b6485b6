/* stage_bits.c — Z3 over bit-vectors and arrays: slow, but it knows everything. */
#include "solver/chain/stage.h"

typedef struct Bits {
  Worker *worker; /* borrowed */
  ExprVec terms;  /* of the question at hand */
} Bits;

static void *bits_open(Trail *t, Worker *w) {
  (void)t;
  Bits *b = NEW(Bits);
  b->worker = w;
  return b;
}

static void bits_close(void *self) {
  Bits *b = self;
  vec_free(&b->terms);
  mem_free(b);
}

/* A core from a second, tracked run; without one the slice is the core. */
static void find_core(Bits *b, Query *q, const U32Vec *items) {
  bool *in_core = mem_new(b->terms.n * sizeof *in_core);
  Reason reason;
  Answer a = worker_core(b->worker, b->terms.at, b->terms.n, q->deadline_ns, in_core, &reason);
  if (a == ANSWER_NO) {
    for (u32 i = 0; i < items->n; i++)
      if (in_core[i]) vec_push(&q->core, items->at[i]);
    q->has_core = true;
  }
  mem_free(in_core);
}

static Verdict bits_ask(void *self, Query *q) {
  Bits *b = self;
  const U32Vec *items = query_items(q);
  vec_clear(&b->terms);
  for (u32 i = 0; i < items->n; i++) vec_push(&b->terms, q->trail->items.at[items->at[i]].e);
  vec_push(&b->terms, q->e);
  Model *m = model_copy(q->base);
  Answer a = worker_bits(b->worker, b->terms.at, b->terms.n, q->deadline_ns, m, &q->reason);
  if (a == ANSWER_YES) {
    q->found = m;
    return worker_model_is_guess(b->worker) ? PROPOSED : FOUND;
  }
  model_unref(m);
  if (a == ANSWER_NO && q->wants_core) find_core(b, q, items);
  return a == ANSWER_NO ? REFUTED : SILENT;
}

const StageOps stage_bits = {.open = bits_open, .close = bits_close, .ask = bits_ask};
