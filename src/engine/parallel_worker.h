/* parallel_worker.h — a process that explores jobs of a store until none is left. */
#pragma once

#include "engine/parallel.h"
#include "store/store.h"

#include <sys/types.h>

typedef enum ParallelExit {
  WORKER_DONE, /* no job is left, or a limit was reached */
  WORKER_LOST =
      40,        /* its job is another one's now: what it did since its last commit was in vain */
  WORKER_FAILED, /* the note says why */
  WORKER_LIMIT,  /* and more, by a Limit: it ends the whole run */
} ParallelExit;

/* What workers say to who leads, in memory that all see. */
typedef struct WorkerNote {
  Err err; /* of the first that failed … */
  char text[512];
  struct {
    pid_t pid;
    u64 id; /* in the store */
  } workers[PARALLEL_MOST_WORKERS];
} WorkerNote;

/* What was found, and what is left to do, when there is no store yet. */
typedef struct ParallelStart {
  Text results, news, figures;
  Text rest; /* the leaves with which the first worker goes on; empty: there is none … */
  Text jobs[PARALLEL_MOST_WORKERS]; /* … and those that are free */
  u32 n_jobs;
  Limit limit;
  bool has_parted; /* the first worker is another process now */
  void *leader;
  /* Makes the store, and the first worker by a fork: *ret_is_worker in that, which has the job then. */
  Err (*part)(void *leader, u64 *ret_worker, StoreJob *ret_job, bool *ret_is_worker);
} ParallelStart;

/* Explores in this process, for so short a time that a small program is finished before other processes were made.
 * Then it parts: the first worker goes on where it is, so that nothing is followed again.  It does not come back here. */
must_use Err parallel_begin(const Parallel *p, WorkerNote *note, ParallelStart *io);
void parallel_start_done(ParallelStart *s); /* also for cleanup() */

/* The code that the process is to end with. */
int parallel_work(const Parallel *p, WorkerNote *note);
