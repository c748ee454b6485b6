/* parallel.h — one exploration by several processes, which share its leaves through a store (store/store.h).
 *
 * Who leads makes the workers, replaces those that die, and shows how far they are.  When no job is left, or a limit is
 * reached, it takes what they found from the store and tells its recorder, in the order of the paths' decisions.  So
 * paths, their numbers and errors of a complete exploration do not depend on how many there were; which input stands for a
 * path may, as it depends on what the solver was asked before.
 *
 * An exploration that a limit ended, or a kill, goes on from its store.  If that is at a server, other processes, also of
 * other hosts, may be guests: they have workers of their own, come and leave when they like, and know nothing of the
 * leader but what is in the store.
 */
#pragma once

#include "record/run_record.h"
#include "vm/exec/cover.h"

typedef struct ParallelPlan {
  const char *store; /* borrowed; its file; NULL: one process explores, and leaves no store */
  bool resumes;      /* it is there; else it is made */
  u32 n_workers;
  u64 lease_ns;        /* see store_claim */
  const Text *command; /* borrowed; what who resumes wants to know (parallel_brief) */
  const Text *target;  /* borrowed; what guests need besides (target_write); NULL: there are none */
} ParallelPlan;

/* How a worker explores, with whatever goes on beside; NULL: explore() and nothing else. */
typedef struct ParallelExplorer {
  void *user;
  void (*begin)(void *user, const ExploreConfig *config); /* once, before it explores */
  Err (*explore)(void *user, Vm *vm, const ExploreConfig *config, ExploreStats *ret);
  const ExploreStats *beside; /* what was done beside so far */
} ParallelExplorer;

/* Everything is borrowed. */
typedef struct Parallel {
  const ParallelPlan *plan;
  const Module *module;
  const VmConfig *vm; /* who is told excepted */
  Solver *solver;     /* not used yet: workers have copies */
  const ExploreConfig *explore;
  ParallelExplorer explorer;
  Cover *cover; /* of the machine, which workers share; NULL: none */
  Recorder *recorder;
  Lexicon *texts; /* of what is told to the recorder */
} Parallel;

/* A fact in the store: how many sides of branches were covered so far, and how many there are. */
#define PARALLEL_COVERED "covered"

enum { PARALLEL_MOST_WORKERS = 64 };

/* Who works for a run that another process leads; all is borrowed. */
typedef struct Guest {
  const char *store;
  const Text *target; /* of parallel_brief */
  u32 n_workers;
} Guest;

/* What was put into the store for others: the command, and the target for a guest; appended.  Only the nadir that began a
 * run can be its guest. */
must_use Err parallel_brief(const char *store, Text *ret_command, Text *ret_target);
must_use Err parallel_remove(const char *store); /* nothing is left to do */

/* Everything that is found is told to the recorder, also after an error.  *ret is set in any case. */
must_use Err parallel_run(const Parallel *p, RunFigures *ret);

/* Works for an exploration that another process leads, until it is over or this one is interrupted; what is not explored
 * then is anybody's.  The recorder is not used. */
must_use Err parallel_join(const Parallel *p);
