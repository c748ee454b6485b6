/* parallel_worker.c — claims a job, explores it, and commits: about every half second, sooner when another worker waits
 * for something to do, and at the end.
 *
 * What a commit costs grows with the number of leaves, so the time between two grows with it (COMMIT_SHARE).  A question
 * that was cut short by the end of the run would end its path for good; then nothing is committed, and the path is still
 * below a leaf of the last commit.
 */
#include "engine/parallel_worker.h"

#include "explore/leaf_set.h"
#include "record/end_writer.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define COMMIT_NS (500 * NS_PER_MS)
/* An error that was found is soon safe. */
#define URGENT_NS (50 * NS_PER_MS)
/* How often a worker looks for others that wait; at most this part of the time is spent on it, 1/N. */
#define LOOK_NS (2 * NS_PER_MS)
enum { LOOK_SHARE = 50 };
/* At most this part of the time is spent on commits, 1/N … */
enum { COMMIT_SHARE = 20 };
/* … and more where another worker waits. */
enum { GIVE_SHARE = 4 };
/* What was found is at most so much, or it is committed at once. */
enum { MOST_BATCH_BYTES = 8 << 20 };
/* The clock is looked at after so many steps. */
enum { STEPS_PER_LOOK = 8 };

typedef struct Worker {
  const Parallel *p; /* borrowed */
  Store *store;      /* owned */
  Vm *vm;            /* owned */
  u64 id;
  StoreJob job;     /* owned */
  EndWriter found;  /* owned; since the last commit */
  ExploreStats sum; /* of earlier jobs */
  u64 committed_ns, commit_cost_ns, look_ns;
  u32 n_hungry, n_steps;
  bool has_error;  /* in what was found since the last commit … */
  bool has_budget; /* … a path that a limit ended */
  bool is_lost;
} Worker;

static volatile sig_atomic_t is_ended;

static void on_signal(int number) {
  (void)number;
  is_ended = 1;
}

/* ---- what is heard from below -------------------------------------------------------------------- */

static void on_path(void *user, const PathEnd *end) {
  Worker *w = user;
  end_write_path(&w->found, w->vm, end);
  w->has_error |= stop_infos[end->stop].class == STOP_BUG;
  w->has_budget |= end->stop == STOP_BUDGET;
}

static bool on_warning(void *user, Vm *vm, State *s, UninitUse use, bool is_certain) {
  Worker *w = user;
  TestCase input = {0};
  if (testcase_make(vm, s, &input) != ANSWER_YES) return false;
  cleanup(finding_done) Finding finding = recorder_warning_of(vm, s);
  end_write_warning(&w->found, &(UninitWarning){use, is_certain, &finding, s->path, &input});
  testcase_done(&input);
  return true;
}

static void on_missing(void *user, const char *name) {
  end_write_missing(&((Worker *)user)->found, name);
}

/* The leader reports the first of each place; here all are wanted. */
static bool wants_long(void *user, const Vm *vm, const State *s) {
  (void)user, (void)vm, (void)s;
  return true;
}

/* ---- commits ------------------------------------------------------------------------------------- */

static bool is_due(void *user, const ExploreStats *stats) {
  Worker *w = user;
  if (++w->n_steps % STEPS_PER_LOOK) return false;
  u64 now = clock_ns(), since = now - w->committed_ns;
  if (end_writer_bytes(&w->found) >= MOST_BATCH_BYTES) return true;
  bool is_early = since < COMMIT_SHARE * w->commit_cost_ns;
  if (!is_early && (since >= COMMIT_NS || (w->has_error && since >= URGENT_NS))) return true;
  if (since < GIVE_SHARE * w->commit_cost_ns) return false;
  if (stats->n_leaves < 2 || now < w->look_ns) return false;
  bool is_asked_for = store_hungry(w->store, &w->n_hungry) == OK && w->n_hungry;
  w->look_ns = now + MAX(LOOK_NS, LOOK_SHARE * (clock_ns() - now));
  return is_asked_for;
}

static int by_length(const void *a, const void *b) {
  const Leaf *x = *(Leaf *const *)a, *y = *(Leaf *const *)b;
  u32 m = path_length(leaf_path(x)), n = path_length(leaf_path(y));
  return m != n ? (m > n) - (m < n) : (x->slot > y->slot) - (x->slot < y->slot);
}

/* Half of the leaves, those nearest to the root: below them is the most to do.  They become jobs for as many as wait. */
static u32 choose_given(const Worker *w, LeafVec *sorted, LeafVec *ret_given) {
  u32 n = sorted->n / 2, n_jobs = MIN(w->n_hungry, n);
  if (!n_jobs) return 0;
  qsort(sorted->at, sorted->n, sizeof(Leaf *), by_length);
  vec_append(ret_given, sorted->at, n);
  memmove(sorted->at, sorted->at + n, (sorted->n - n) * sizeof(Leaf *));
  sorted->n -= n;
  return n_jobs;
}

static void write_given(const LeafVec *given, u32 n_jobs, Text *jobs) {
  for (u32 k = 0; k < n_jobs; k++) {
    LeafVec part = {0};
    for (u32 i = k; i < given->n; i += n_jobs) vec_push(&part, given->at[i]);
    leaf_set_write(&part, &jobs[k]);
    vec_free(&part);
  }
}

static RunFigures figures_now(const Worker *w, const ExploreStats *stats) {
  RunFigures f = run_figures_of(&w->sum, w->p->solver, w->vm);
  explore_stats_add(&f.stats, stats);
  return f;
}

static Err commit(Worker *w, const LeafVec *left, const Text *given, u32 n_given,
                  const ExploreStats *stats) {
  cleanup(text_free) Text leaves = {0}, figures = {0}, results = {0};
  RunFigures f = figures_now(w, stats);
  bool is_ours = false;
  text_add_n(&figures, (const char *)&f, sizeof f);
  if (left->n) leaf_set_write(left, &leaves);
  end_writer_batch(&w->found, &results);
  u64 lease_ns = w->p->plan->lease_ns ? w->p->plan->lease_ns : STORE_LEASE_NS;
  TRY(store_commit(w->store,
                   &(StoreCommit){.worker = w->id,
                                  .lease_ns = lease_ns,
                                  .job = &w->job,
                                  .leaves = left->n ? &leaves : NULL,
                                  .given = given,
                                  .n_given = n_given,
                                  .results = &results,
                                  .figures = &figures,
                                  .leaves_job_free = stats->limit != LIMIT_NOT},
                   &is_ours));
  w->is_lost = !is_ours;
  w->has_error = w->has_budget = false;
  return is_ours ? OK : err_set(ERR_LIMIT, "another worker has the job");
}

static Err exchange(void *user, const LeafVec *all, const ExploreStats *stats, LeafVec *ret_given) {
  Worker *w = user;
  bool is_cut_short = stats->limit != LIMIT_NOT && w->has_budget;
  if (is_cut_short) return OK;
  u64 begin_ns = clock_ns();
  Text jobs[PARALLEL_MOST_WORKERS] = {0};
  LeafVec left = {0};
  vec_append(&left, all->at, all->n);
  if (stats->limit != LIMIT_NOT) w->n_hungry = 0;
  w->n_hungry = MIN(w->n_hungry, (u32)ARRAY_LEN(jobs));
  u32 n_jobs = choose_given(w, &left, ret_given);
  write_given(ret_given, n_jobs, jobs);
  Err err = commit(w, &left, jobs, n_jobs, stats);
  for (u32 i = 0; i < n_jobs; i++) text_free(&jobs[i]);
  vec_free(&left);
  w->n_hungry = 0;
  w->committed_ns = clock_ns();
  w->commit_cost_ns = w->committed_ns - begin_ns;
  return err;
}

/* ---- jobs ---------------------------------------------------------------------------------------- */

static Err explore_job(Worker *w, Limit *ret_limit) {
  ExploreConfig config = *w->p->explore;
  ExploreStats stats = {0};
  config.seed += w->id;
  config.budget.interrupted = &is_ended;
  config.budget.max_bytes /= w->p->plan->n_workers;
  config.observer = (Observer){.user = w, .path_ended = on_path, .wants_long = wants_long};
  config.exchange = (LeafExchange){.user = w,
                                   .bytes = w->job.leaves.at,
                                   .n_bytes = w->job.leaves.n,
                                   .due = is_due,
                                   .exchange = exchange};
  w->committed_ns = clock_ns();
  w->look_ns = w->committed_ns + LOOK_NS;
  TRY(explore(w->vm, w->p->solver, &config, &stats));
  *ret_limit = stats.limit;
  stats.limit = LIMIT_NOT;
  explore_stats_add(&w->sum, &stats);
  return OK;
}

static Err work(Worker *w, Limit *ret_limit) {
  const Parallel *p = w->p;
  u64 lease_ns = p->plan->lease_ns ? p->plan->lease_ns : STORE_LEASE_NS;
  while (!is_ended && *ret_limit == LIMIT_NOT) {
    bool has_job, is_over;
    TRY(store_claim(w->store, w->id, lease_ns, &w->job, &has_job, &is_over));
    w->is_lost = store_is_lost(w->store);
    if (w->is_lost) return OK;
    if (has_job)
      TRY(explore_job(w, ret_limit));
    else if (is_over || !clock_left(p->explore->budget.deadline_ns))
      return OK;
    else
      TRY(store_wait(w->store));
  }
  return OK;
}

static Err begin(Worker *w, WorkerNote *note) {
  TRY(store_reopen(w->p->plan->store, &w->store));
  TRY(store_join(w->store, &w->id));
  for (u32 i = 0; i < ARRAY_LEN(note->workers); i++) {
    pid_t none = 0;
    if (__atomic_compare_exchange_n(&note->workers[i].pid, &none, getpid(), false, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST)) {
      note->workers[i].id = w->id;
      break;
    }
  }
  VmConfig config = *w->p->vm;
  config.warn = on_warning;
  config.missing = on_missing;
  config.warn_user = config.missing_user = w;
  w->vm = vm_new(w->p->module, w->p->solver, &config);
  return OK;
}

int parallel_work(const Parallel *p, WorkerNote *note) {
  Worker w = {.p = p};
  Limit limit = LIMIT_NOT;
  signal(SIGTERM, on_signal);
  Err err = begin(&w, note);
  if (err == OK) err = work(&w, &limit);
  if (w.is_lost) return WORKER_LOST;
  if (err == OK) return limit == LIMIT_MEMORY ? WORKER_NO_MEMORY : WORKER_DONE;
  note->err = err;
  snprintf(note->text, sizeof note->text, "%s", err_text());
  return WORKER_FAILED;
}
