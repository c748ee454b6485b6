/* store.h — the jobs of an exploration and what came of them, where several processes find them and nothing is lost.
 *
 * A job is a set of leaves: paths that are not explored to their end.  A worker claims a job, explores it, and commits now and
 * then, in one transaction: what it found since the last commit, the leaves that it still has, and those that it gives
 * away as jobs of their own.  So at every moment, also if all processes are killed, each path is in the results or
 * below exactly one leaf.
 *
 * A claim has a number.  Whoever takes over the job of a worker that has died, or has not committed for too long, gets
 * another number, and a commit with the old one is refused whole.
 *
 * To the store, leaves, results and figures are bytes.  It is a file of SQLite; each process opens it for itself (not
 * before a fork).
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/text.h"

typedef struct Store Store;

/* A new one; what was there is gone. */
must_use Err store_make(const char *path, Store **ret);
/* One that is there; an error says what is wrong with it. */
must_use Err store_open(const char *path, Store **ret);
Store *store_close(Store *s); /* accepts NULL, returns NULL */
void store_remove(const char *path);

/* Facts about the run, by name. */
must_use Err store_put(Store *s, const char *name, const void *bytes, size_t n);
must_use Err store_get(Store *s, const char *name,
                       Text *ret); /* appended; an error if there is none */

/* ---- workers ----------------------------------------------------------------------------------- */

/* A claim of a worker that does not commit for so long is free. */
#define STORE_LEASE_NS (60 * NS_PER_S)

typedef struct StoreJob {
  u64 id, claim;
  u32 n_claims; /* how often it was claimed, this time included, since it last was committed */
  Text leaves;  /* the caller's; each claim writes over it */
} StoreJob;

/* Of the process that asks; it waits for nothing yet. */
must_use Err store_join(Store *s, u64 *ret_worker);
must_use Err store_add_job(Store *s, const Text *leaves);
/* False: no job is free now, and the worker counts as waiting until it claims one.  *ret_is_over: there is none at all. */
must_use Err store_claim(Store *s, u64 worker, u64 lease_ns, StoreJob *ret, bool *ret_has_job,
                         bool *ret_is_over);

typedef struct StoreCommit {
  u64 worker, lease_ns;
  const StoreJob *job;  /* borrowed, as all that follows */
  const Text *leaves;   /* that it still has; NULL: none, and the job is done */
  const Text *given;    /* jobs that are free from now on … */
  u32 n_given;          /* … of which there are so many */
  const Text *results;  /* appended to those that are there; NULL: none */
  const Text *figures;  /* of all that the worker has committed so far, this time included */
  bool leaves_job_free; /* the worker ends: the leaves are anybody's */
} StoreCommit;

/* False: the job is another worker's now, and nothing was committed. */
must_use Err store_commit(Store *s, const StoreCommit *c, bool *ret_is_ours);

/* Waiting workers for which there is no job. */
must_use Err store_hungry(Store *s, u32 *ret_n);

/* ---- who leads --------------------------------------------------------------------------------- */

/* Of a worker that has died; 0: of all. */
must_use Err store_free_claims(Store *s, u64 worker);
/* Jobs that are not done, and of these those that were claimed so often without a commit that they are given up. */
must_use Err store_count_jobs(Store *s, u32 *ret_n, u32 *ret_n_given_up);

/* A worker that died with a job so often is ended by it, rather than by chance. */
enum { STORE_MOST_CLAIMS = 3 };

/* Each in the order in which it came; an error of `each` ends it. */
typedef Err StoreEach(void *user, const void *bytes, size_t n);
must_use Err store_each_results(Store *s, StoreEach *each, void *user);
must_use Err store_each_leaves(Store *s, StoreEach *each, void *user);
must_use Err store_each_figures(Store *s, StoreEach *each,
                                void *user); /* of each worker that ever was */

#endif
