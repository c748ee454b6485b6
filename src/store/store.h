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
 * To the store, leaves, results and figures are bytes.  Its name says where it is (stores.def): in a file of SQLite, for the
 * processes of one host, or at a Redis server, for many.  Each process opens it for itself (not before a fork).
 */
#pragma once

#include "base/budget.h"
#include "base/text.h"

typedef struct Store Store;

/* A new one, which nobody can open before it is published.  A file that was there is gone then; at a server a run of the same
 * name that is not over is an error. */
must_use Err store_make(const char *name, Store **ret);
must_use Err store_publish(Store *s);
/* One that is there; an error says what is wrong with it.  A server that is gone is an error, too … */
must_use Err store_open(const char *name, Store **ret);
/* … or it is waited for, as it was there just now. */
must_use Err store_reopen(const char *name, Store **ret);
/* There was a run, of which nothing is left; what is found at a server for an hour. */
must_use Err store_is_over(const char *name, bool *ret);
Store *store_close(Store *s); /* accepts NULL, returns NULL */
must_use Err store_remove(const char *name);

bool store_is_at_server(const char *name);
const char *store_name(const Store *s); /* as people may read it: without a password; borrowed */

/* A server that is gone is waited for, for so long, but not when this budget is spent, which is borrowed. */
#define STORE_PATIENCE_NS (60 * NS_PER_S)
void store_mind(Store *s, const Budget *b);

/* Facts about the run, by name. */
must_use Err store_put(Store *s, const char *name, const void *bytes, size_t n);
must_use Err store_get(Store *s, const char *name,
                       Text *ret); /* appended; an error if there is none */

/* ---- workers ----------------------------------------------------------------------------------- */

typedef struct StoreJob {
  u64 id, claim;
  u32 n_claims; /* how often it was claimed, this time included, since it last was committed */
  Text leaves;  /* the caller's; each claim writes over it */
} StoreJob;

/* The process that asks; it waits for nothing yet. */
must_use Err store_join(Store *s, u64 *ret_worker);
must_use Err store_add_job(Store *s, const Text *leaves);
/* A claim of a worker that does not commit for lease_ns is free.
 * False: no job is free now, and the worker counts as waiting until it claims one or does not ask for a while.
 * *ret_is_over: there is none at all. */
must_use Err store_claim(Store *s, u64 worker, u64 lease_ns, StoreJob *ret, bool *ret_has_job,
                         bool *ret_is_over);
/* Until a job may have become free. */
must_use Err store_wait(Store *s);

typedef struct StoreCommit {
  u64 worker, lease_ns;
  const StoreJob *job;  /* borrowed, as all that follows */
  const Text *leaves;   /* that it still has; NULL: none, and the job is done */
  const Text *given;    /* jobs that are free from now on … */
  u32 n_given;          /* … of which there are so many */
  const Text *results;  /* appended to those that are there; NULL: none */
  const Text *news;     /* what other workers want to know at once; NULL: none */
  const Text *figures;  /* of all that the worker has committed so far, this time included */
  bool leaves_job_free; /* the worker ends: the leaves are anybody's */
} StoreCommit;

/* False: the job is another worker's now, and nothing was committed. */
must_use Err store_commit(Store *s, const StoreCommit *c, bool *ret_is_ours);

/* Waiting workers for which there is no job. */
must_use Err store_hungry(Store *s, u32 *ret_n);

typedef Err StoreEach(void *user, const void *bytes, size_t n);

/* News behind the first *io_seen of them, in the order in which they were committed; *io_seen counts those too then. */
must_use Err store_each_news(Store *s, u64 *io_seen, StoreEach *each, void *user);

/* Does who leads want all workers to end?  As the last claim or commit said. */
bool store_is_ending(const Store *s);
/* The last claim found that the store does not know this worker any more: what it did since is lost, and it is to end. */
bool store_is_lost(const Store *s);

/* ---- who leads --------------------------------------------------------------------------------- */

/* Only one process may lead; an error if there is another one. */
must_use Err store_lead(Store *s);
/* Nobody gets a job from now on, and store_is_ending is true; or no longer. */
must_use Err store_set_ending(Store *s, bool is_ending);
/* Of a worker that has died; 0: of all. */
must_use Err store_free_claims(Store *s, u64 worker);

typedef struct StoreCount {
  u32 n_jobs; /* not done; of these … */
  u32 n_claimed;
  u32 n_given_up; /* … claimed so often without a commit that nobody gets them any more */
} StoreCount;
must_use Err store_count(Store *s, StoreCount *ret);

/* A worker that died with a job so often is ended by it, rather than by chance. */
enum { STORE_MOST_CLAIMS = 3 };

/* Each in the order in which it came; an error of `each` ends it. */
must_use Err store_each_results(Store *s, StoreEach *each, void *user);
must_use Err store_each_leaves(Store *s, StoreEach *each, void *user);
must_use Err store_each_figures(Store *s, StoreEach *each,
                                void *user); /* of each worker that ever was */

/* ---- who looks on ------------------------------------------------------------------------------ */

/* Times are those of the store's clock. */
typedef struct StoreWorkerRow {
  u64 id;
  const char *who;     /* borrowed; "HOST PID" */
  u64 joined_ns;       /* when it joined */
  u64 seen_ns;         /* when it last claimed, asked for a job, or committed */
  u64 job, claimed_ns; /* that it has, and since when; 0: none */
  const void *figures; /* borrowed; of its last commit */
  size_t n_figures;
} StoreWorkerRow;

typedef struct StoreJobRow {
  u64 id, worker; /* 0: nobody's */
  u32 n_claims;
  const void *head; /* borrowed; the first bytes of its leaves */
  size_t n_head;
} StoreJobRow;

typedef Err StoreEachWorker(void *user, const StoreWorkerRow *row);
typedef Err StoreEachJob(void *user, const StoreJobRow *row);
must_use Err store_each_worker(Store *s, StoreEachWorker *each, void *user);
must_use Err store_each_job(Store *s, StoreEachJob *each, void *user);
must_use Err store_now(Store *s, u64 *ret_ns);
