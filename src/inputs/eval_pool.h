/* eval_pool.h — genomes evaluated many at a time, on several cores (base/worker_pool.h).
 *
 * What a run shows besides its cost (an error was found, the program wants more inputs) changes
 * things that only the caller has.  Such a genome is left to the caller, who runs it again.  So
 * the results are those of running one after the other, whatever the number of processes.
 */
#pragma once

#include "base/worker_pool.h"
#include "inputs/evaluator.h"
#include "inputs/evolve.h"

typedef struct EvalRow {
  Evaluation seen;
  u64 max_instructions, limit_ns; /* for its run; NEVER_NS: none */
  u64 ns;                         /* that it took */
  u32 n_bytes, n_hits;
  bool is_left; /* to the caller */
} EvalRow;

typedef struct EvalPool {
  Evaluator *evaluator; /* borrowed; the workers have copies of it */
  WorkerPool *pool;     /* owned; NULL: not now */
  u32 n_workers;        /* besides the caller */
  u32 max_bytes;        /* of a genome */
  u32 n_slots;          /* of the plan that the workers know */
} EvalPool;

/* Starts the workers, if there are to be any. */
void eval_pool_open(EvalPool *b, Evaluator *j, u32 n_workers, u32 n_rows);
void eval_pool_close(EvalPool *b);

/* Runs the children's genomes of n_bytes; returns false if it cannot now: the caller runs all of them. */
bool eval_pool_run(EvalPool *b, const Child *children, u32 n, u32 n_bytes, u64 limit_ns);
/* What became of one; NULL: it is left to the caller, or was lost. */
const EvalRow *eval_pool_row(const EvalPool *b, u32 i);
bool eval_pool_is_lost(const EvalPool *b, u32 i); /* it ended its worker */
const SiteHit *eval_pool_hits(const EvalPool *b, const EvalRow *row);
