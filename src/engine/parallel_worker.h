/* parallel_worker.h — a process that explores jobs of a store until none is left. */
#pragma once

#include "engine/parallel.h"
#include "store/store.h"

#include <sys/types.h>

typedef enum ParallelExit {
  WORKER_DONE, /* no job is left, or a limit was reached */
  WORKER_LOST =
      40, /* its job is another one's now: what it did since its last commit was in vain */
  WORKER_NO_MEMORY, /* LIMIT_MEMORY */
  WORKER_FAILED,    /* the note says why */
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
  Text jobs[PARALLEL_MOST_WORKERS]; /* leaves, for the workers; … */
  u32 n_jobs;                       /* … 0: nothing is left */
  Limit limit;
} ParallelStart;

/* Explores in this process, for so short a time that a small program is finished before other processes were made. */
must_use Err parallel_begin(const Parallel *p, ParallelStart *ret);
void parallel_start_done(ParallelStart *s); /* also for cleanup() */

/* The code that the process is to end with. */
int parallel_work(const Parallel *p, WorkerNote *note);
