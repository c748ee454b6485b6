/* solver_impl.h — inside of the solver; for chain.c and solver.c only. */
#ifndef SOLVER_SOLVER_IMPL_H
#define SOLVER_SOLVER_IMPL_H

#include "solver/chain/stage.h"

struct Solver {
  SolverConfig config;
  Context *contexts; /* head of the list of all living contexts; borrowed */
  Trail trail;
  Eval *eval;                /* owned */
  Worker *worker;            /* owned */
  void *stages[STAGE_COUNT]; /* owned; NULL for those that keep no state */
  SolverStats stats;
  u64 end_ns;                         /* of the run; NEVER_NS: none */
  const volatile sig_atomic_t *ended; /* borrowed, or NULL */
  u64 n_clock_looks, n_z3_asked;      /* occasions for faults */
  u32 n_ints_in_vain; /* questions in a row that the stage `ints` could not answer */
  u32 n_ints_rested;  /* questions it was not asked because of that */
};

/* Which stages a question is offered to. */
typedef enum Effort {
  EFFORT_CHEAP, /* no process is asked */
  EFFORT_FULL,
  EFFORT_GENERAL, /* only stages that take any slice: ints and bits */
} Effort;

/* Sends q through the chain; the answer is in the result. */
Result chain_ask(Solver *s, Query *q, Effort effort);

/* Asks the stages that can for the least model of the context. */
Result chain_least(Solver *s, Query *q);

void query_done(Query *q);

#endif
