/* exploration.h — a target explored at one size: the solver and the machine, what is written on the
 * way, the report in the end.
 *
 *     Exploration x;
 *     TRY(exploration_open(&plan, &target, &out, &x));
 *     recorder_subscribe(&x.recorder, …);       who else wants its events
 *     TRY(exploration_run(&x));                 x.record.report
 *     exploration_done(&x);
 */
#pragma once

#include "build/target.h"
#include "engine/learning_runs.h"
#include "engine/parallel.h"
#include "record/ledger.h"
#include "record/run_files.h"
#include "record/run_record.h"
#include "record/sides.h"
#include "vm/exec/cover.h"

/* Everything is borrowed. */
typedef struct ExplorationPlan {
  SolverConfig solver;
  VmConfig vm;           /* without command line, size and callbacks */
  ExploreConfig explore; /* its pruner excepted */
  PruningPlan pruning;   /* all zero: nothing is pruned, in one run */
  u64 size;
  double mutation;         /* part of the work for it, below 1; 0: none */
  bool leads;              /* are its finds to lead the exploration? */
  const Vocabulary *words; /* for changes of tests; NULL: none */
  SeedFolder *seeds;       /* tests to begin with; NULL: none */
  const char *search;      /* the name of the searcher, for the report */
  bool keeps_paths;        /* writes the decisions of each test, not only of errors */
  ParallelPlan parallel;   /* without pruning, mutation, seeds and a guide; all zero: one process */
} ExplorationPlan;

typedef struct Exploration {
  ExplorationPlan plan;
  OutDir *out;          /* borrowed */
  const Target *target; /* borrowed */
  Solver *solver;       /* owned, as all that follows */
  Cover *
      cover; /* for the searcher and for changed tests; NULL: neither has a use for it, or the plan has one */
  Vm *vm;
  Recorder recorder;
  RunFiles tests;
  Ledger ledger;
  Sides sides;
  LearningRuns runs;
  Mutation mutation;
  RunFigures figures;
  Lexicon texts; /* of what other processes found */
  RunRecord record;
} Exploration;

/* It stays where it is from then on, and is to be ended also after an error. */
must_use Err exploration_open(const ExplorationPlan *plan, const Target *t, OutDir *out,
                              Exploration *ret);
must_use Err exploration_run(Exploration *x);
void exploration_done(Exploration *x); /* also for cleanup() */

/* Works for an exploration that another process leads: see parallel_join.  Of the target only the module is needed, and
 * what the machine gives the program. */
must_use Err exploration_join(const ExplorationPlan *plan, const Target *t);
