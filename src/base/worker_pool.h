/* worker_pool.h — the same kind of task many times, on several cores, or one beside everything else: by copies of this
 * process.
 *
 * A worker is a fork, so a task sees everything that its maker knew when the worker pool was made,
 * and nothing that came later except the bytes of its own row.  What it computes goes back through
 * the row as well.  The caller works on tasks, too.
 *
 * If a worker dies or hangs, we lose that worker and its current task, and nothing else.  Results
 * do not depend on which process did a task, so a worker pool of any size, even 0, gives the same
 * results.
 */
#pragma once

#include "base/base.h"

#include <signal.h>

enum { MAX_WORKERS = 15 };

typedef struct WorkerPool WorkerPool;

/* Reads its row and writes to it; runs in any of the processes. */
typedef void PoolTask(void *user, void *row);

/* Rows of so many bytes, and workers; fewer, or none, if the system refuses. */
WorkerPool *worker_pool_new(u32 n_workers, u32 n_rows, size_t row_bytes, PoolTask *task,
                            void *user);
WorkerPool *
worker_pool_free(WorkerPool *c); /* accepts NULL, returns NULL; all processes are gone after */

void *worker_pool_row(WorkerPool *c, u32 i); /* zeros at first */

/* Does the tasks of rows 0 to n - 1.  A worker that is still at one so long after the caller has finished
 * its own is ended; the same if the flag is set, which may be NULL.  Returns how many tasks were lost. */
u32 worker_pool_run(WorkerPool *c, u32 n, u64 patience_ns,
                    const volatile sig_atomic_t *interrupted);
/* The same by the workers alone, without waiting for them: for tasks beside everything else, which may never end.  What
 * they write to their rows is seen at once.  False: there is no worker. */
bool worker_pool_start(WorkerPool *c, u32 n);
/* Was that of row i lost, in the last run? */
bool worker_pool_is_lost(const WorkerPool *c, u32 i);

u32 worker_pool_workers(const WorkerPool *c); /* that are alive */

/* Cores of the host, at least 1. */
u32 worker_pool_cores(void);
