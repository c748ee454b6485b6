/* solver_impl.h — inside of the solver; for chain.c and solver.c only. */
#pragma once

#include "solver/chain/stage.h"

struct Solver {
  SolverConfig config;
  Context *contexts; /* head of the list of all living contexts; borrowed */
  Trail trail;
  Eval *eval;                /* owned */
  void *stages[STAGE_COUNT]; /* owned; NULL for those that keep no state */
  SolverStats stats;
  u64 end_ns;                         /* of the run; NEVER_NS: none */
  const volatile sig_atomic_t *ended; /* borrowed, or NULL */
  u64 n_clock_looks;                  /* occasions for faults */
};

/* Which stages a question is offered to. */
typedef enum Effort {
  EFFORT_CHEAP,   /* all but the general ones */
  EFFORT_FULL,    /* all */
  EFFORT_GENERAL, /* only those that take any slice */
} Effort;

/* Sends q through the chain; the answer is in the result. */
Result chain_ask(Solver *s, Query *q, Effort effort);

/* Asks the stages that can for the least model of the context. */
Result chain_least(Solver *s, Query *q);

void query_done(Query *q);
