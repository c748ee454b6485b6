/* learning_runs.h — a program explored in one run or in several, which learn from the tests of those before.
 *
 * The outer loop of Homi (Cha, Hong, Lee, Oh, ESEC/FSE 2020, Algorithm 2), with any searcher.  Without
 * learning it is the naive method of their Figure 3: short runs that begin anew.
 */
#pragma once

#include "engine/mutation.h"
#include "engine/pruning.h"
#include "record/recorder.h"

typedef struct LearningRuns {
  PruningPlan plan;
  Homi homi;
  Features features;
  Pruner *pruner;    /* owned; NULL: none */
  Map sides;         /* of tests, by their hash -> number */
  Map seen;          /* sides of tests of this run */
  U32Vec numbers;    /* scratch: of the sides of a test */
  U32Vec conditions; /* scratch: of a test */
  u32 credit;        /* the draw that tests are credited to, index + 1; 0: none */
  ExploreStats sum;  /* of all runs so far */
  Observer observer; /* borrowed: gets the events of all runs as if they were one */
  u32 n_runs;
  Mutation *mutation; /* borrowed; works at ticks; NULL: none does */
  Err err;            /* of that */
} LearningRuns;

/* It stays where it is from then on. */
void learning_runs_init(LearningRuns *c, const PruningPlan *plan, u64 seed);
void learning_runs_done(LearningRuns *c);

/* A subscriber's; the user is the LearningRuns. */
void learning_runs_on_event(void *user, const RunEvent *e);

/* The searcher, the budget and the observer are those of `config`, its pruner is not. */
must_use Err learning_runs_run(LearningRuns *c, Vm *vm, Solver *solver, const ExploreConfig *config,
                               ExploreStats *ret_stats);
