/* campaign.h — a program explored in one run or in several, which learn from the tests of those before.
 *
 * The outer loop of Homi (Cha, Hong, Lee, Oh, ESEC/FSE 2020, Algorithm 2), with any searcher.  Without
 * learning it is the naive method of their Figure 3: short runs that begin anew.
 */
#ifndef ENGINE_CAMPAIGN_H
#define ENGINE_CAMPAIGN_H

#include "engine/mutation.h"
#include "engine/pruning.h"
#include "record/recorder.h"

typedef struct Campaign {
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
  Observer observer; /* borrowed: who hears of the runs as of one */
  u32 n_runs;
  Mutation *mutation; /* borrowed; works at ticks; NULL: none does */
  Err err;            /* of that */
} Campaign;

/* It stays where it is from then on. */
void campaign_init(Campaign *c, const PruningPlan *plan, u64 seed);
void campaign_done(Campaign *c);

/* A subscriber's; the user is the Campaign. */
void campaign_hear(void *user, const RunEvent *e);

/* The searcher, the budget and the observer are those of `config`, its pruner is not. */
must_use Err campaign_run(Campaign *c, Vm *vm, Solver *solver, const ExploreConfig *config,
                          ExploreStats *ret_stats);

#endif
