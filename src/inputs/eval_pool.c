/* eval_pool.c — rows of shared memory hold a genome each, then what its run showed. */
#include "inputs/eval_pool.h"

/* Sites of a run that fit in a row; a run with more is left to the caller. */
enum { MAX_ROW_HITS = 4096 };
/* A worker may be late by so much: it may have to wait for a core. */
static const u64 patience_ns = 10 * NS_PER_S;

static u8 *genome_of(const EvalRow *r) { return (u8 *)(r + 1); }

static SiteHit *hits_of(const EvalPool *b, const EvalRow *r) {
  return (SiteHit *)(genome_of(r) + (b->max_bytes + 7u) / 8 * 8);
}

static void take_hits(const EvalPool *b, EvalRow *r) {
  const EdgeTable *h = b->evaluator->hits;
  r->n_hits = h ? h->n_touched : 0;
  r->is_left |= r->n_hits > MAX_ROW_HITS;
  for (u32 i = 0; i < r->n_hits && !r->is_left; i++)
    hits_of(b, r)[i] = (SiteHit){h->touched[i], edges_count(h, h->touched[i])};
}

static void evaluate_row(void *user, void *at) {
  const EvalPool *b = user;
  Evaluator *j = b->evaluator;
  EvalRow *r = at;
  u64 before = j->ns;
  j->is_quiet = true;
  j->is_wanted = false;
  j->max_instructions = r->max_instructions;
  j->deadline_ns = clock_after(r->limit_ns);
  Err err = evaluator_run(j, genome_of(r), r->n_bytes, &r->seen);
  r->is_left = err != OK || j->is_wanted;
  r->ns = j->ns - before;
  j->is_quiet = false;
  take_hits(b, r);
}

void eval_pool_open(EvalPool *b, Evaluator *j, u32 n_workers, u32 n_rows) {
  eval_pool_close(b);
  *b = (EvalPool){
      .evaluator = j, .n_workers = n_workers, .max_bytes = j->plan.n_bytes, .n_slots = j->slots.n};
  if (!n_workers) return;
  size_t n_bytes = sizeof(EvalRow) + (b->max_bytes + 7u) / 8 * 8 + MAX_ROW_HITS * sizeof(SiteHit);
  b->pool = worker_pool_new(n_workers, n_rows, n_bytes, evaluate_row, b);
}

void eval_pool_close(EvalPool *b) { b->pool = worker_pool_free(b->pool); }

/* The workers know the program's inputs as they were; if none is left, there is nothing to be gained. */
static bool is_ready(const EvalPool *b, u32 n_bytes) {
  return b->pool && n_bytes <= b->max_bytes && b->evaluator->slots.n == b->n_slots &&
         worker_pool_workers(b->pool);
}

bool eval_pool_run(EvalPool *b, const Child *children, u32 n, u32 n_bytes, u64 limit_ns) {
  if (!is_ready(b, n_bytes)) return false;
  assert(n_bytes <= b->max_bytes);
  for (u32 i = 0; i < n; i++) {
    EvalRow *r = worker_pool_row(b->pool, i);
    *r = (EvalRow){.n_bytes = n_bytes,
                   .limit_ns = limit_ns,
                   .max_instructions = b->evaluator->max_instructions};
    memcpy(genome_of(r), children[i].genome, n_bytes);
  }
  u64 patience =
      MIN(patience_ns, clock_left(b->evaluator->size_search->budget.deadline_ns) + NS_PER_S);
  worker_pool_run(b->pool, n, patience, b->evaluator->size_search->budget.interrupted);
  return true;
}

bool eval_pool_is_lost(const EvalPool *b, u32 i) { return worker_pool_is_lost(b->pool, i); }

const EvalRow *eval_pool_row(const EvalPool *b, u32 i) {
  assert(b->pool);
  const EvalRow *r = worker_pool_row(b->pool, i);
  return eval_pool_is_lost(b, i) || r->is_left ? NULL : r;
}

const SiteHit *eval_pool_hits(const EvalPool *b, const EvalRow *r) {
  assert(!r->is_left && r->n_hits <= MAX_ROW_HITS);
  return hits_of(b, r);
}
