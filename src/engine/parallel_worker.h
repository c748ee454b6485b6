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

/* The code that the process is to end with. */
int parallel_work(const Parallel *p, WorkerNote *note);
