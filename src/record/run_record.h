/* run_record.h — the report of an exploration, and its file run.json. */
#pragma once

#include "record/recorder.h"

/* What was done, in one process or in several. */
typedef struct RunFigures {
  ExploreStats stats;
  SolverStats solver;
  u64 ignored[BUILTIN_COUNT]; /* calls that had no effect */
  u64 max_bytes;
  bool has_store; /* what was done is in a store, too … */
  u64 n_left;     /* … and so many paths that are left: the run can go on */
} RunFigures;

RunFigures run_figures_of(const ExploreStats *stats, const Solver *solver, const Vm *vm);
void run_figures_add(RunFigures *io, const RunFigures *more);

typedef struct RunRecord {
  OutDir *out;               /* borrowed */
  Recorder *recorder;        /* borrowed; its errors become the report's in the end */
  const RunFigures *figures; /* borrowed; there before the exploration ends */
  u64 begin_ns;              /* of the exploration, on the clock of events */
  RunReport report;          /* owned; recipe, search and seed are the caller's to fill in before */
} RunRecord;

/* A subscriber's; the user is the RunRecord.  When the exploration begins, run.json is written as far as it is known: a
 * run that is killed leaves it behind, and with it how its tests are replayed. */
void run_record_on_event(void *user, const RunEvent *e);
void run_record_write(RunRecord *r); /* once more, after the report was added to */
void run_record_done(RunRecord *r);

u64 solver_ns(const SolverStats *s); /* that all stages took */
