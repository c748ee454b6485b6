/* parallel_worker.c — claims a job, explores it, and commits: about every half second, sooner when another worker waits
 * for something to do, and at the end.  The first worker is who leads, before there are others and a store.
 *
 * What a commit costs grows with the number of leaves, so the time between two grows with it (COMMIT_SHARE).  A question
 * that was cut short by the end of the run would end its path for good; then nothing is committed, and the path is still
 * below a leaf of the last commit.
 */
#include "engine/parallel_worker.h"

#include "engine/cover_news.h"
#include "explore/leaf_set.h"
#include "record/end_writer.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* For so long there are no others: about what it takes to make a store and a process. */
#define ALONE_NS (50 * NS_PER_MS)
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
/* Whoever gets leaves has to follow them from the start of the program: that may take this part of the work that was done
 * here, 1/N.  In a loop that reads an input in each round a thousand leaves cost a thousand times the loop. */
enum { FOLLOW_SHARE = 4 };
/* The clock is looked at after so many steps. */
enum { STEPS_PER_LOOK = 8 };

typedef struct Worker {
  const Parallel *p;    /* borrowed */
  ParallelStart *start; /* borrowed; of who leads, before there is a store; NULL: there is one */
  WorkerNote *note;     /* borrowed */
  Store *store;         /* owned; NULL: there is none yet */
  Vm *vm;               /* owned */
  u64 id;
  StoreJob job;     /* owned */
  EndWriter found;  /* owned; since the last commit */
  CoverNews news;   /* owned */
  u64 n_news;       /* that were read */
  ExploreStats sum; /* of earlier jobs … */
  ExploreStats now; /* … and of this one, at its last commit */
  u64 committed_ns, commit_cost_ns, look_ns;
  u32 n_hungry, n_steps;
  u64 n_given;     /* instructions to come to all leaves of this job that were given away */
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
  w->has_budget |= end->stop == STOP_BUDGET && solver_has_ended(w->p->solver);
}

static void on_pending_test(void *user, const State *s, const TestCase *test) {
  end_write_pending_test(&((Worker *)user)->found, s, test);
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

/* Of the process that leads, before it has others. */
static void on_tick(void *user, const ExploreStats *stats) {
  const Worker *w = user;
  const Observer *o = &w->p->explore->observer;
  if (w->start && o->tick) o->tick(o->user, stats);
}

static void on_missing(void *user, const char *name) {
  end_write_missing(&((Worker *)user)->found, name);
}

/* The leader reports the first of each place; here all are wanted. */
static bool wants_long(void *user, const Vm *vm, const State *s) {
  (void)user, (void)vm, (void)s;
  return true;
}

/* A server that is gone is not waited for beyond the end of the run. */
static Err open_store(Worker *w) {
  TRY(store_reopen(w->p->plan->store, &w->store));
  store_mind(w->store, &w->p->explore->budget);
  return OK;
}

/* ---- commits ------------------------------------------------------------------------------------- */

static u64 may_give(const Worker *w, const ExploreStats *stats) {
  u64 most = stats->n_instructions / FOLLOW_SHARE;
  return most - MIN(most, w->n_given);
}

/* Ctrl-C is told to who leads, and by that to workers; before there are any it is noticed here. */
static bool is_due_alone(const Worker *w, u64 since) {
  const volatile sig_atomic_t *flag = w->p->explore->budget.interrupted;
  if (flag && *flag) is_ended = 1;
  return since >= ALONE_NS;
}

static bool is_due(void *user, const ExploreStats *stats) {
  Worker *w = user;
  if (++w->n_steps % STEPS_PER_LOOK) return false;
  u64 now = clock_ns(), since = now - w->committed_ns;
  if (w->start) return is_due_alone(w, since);
  if (end_writer_bytes(&w->found) >= MOST_BATCH_BYTES) return true;
  bool is_early = since < COMMIT_SHARE * w->commit_cost_ns;
  if (!is_early && (since >= COMMIT_NS || (w->has_error && since >= URGENT_NS))) return true;
  if (since < GIVE_SHARE * w->commit_cost_ns) return false;
  if (stats->n_leaves < 2 || now < w->look_ns || !may_give(w, stats)) return false;
  bool is_asked_for = store_hungry(w->store, &w->n_hungry) == OK && w->n_hungry;
  w->look_ns = now + MAX(LOOK_NS, LOOK_SHARE * (clock_ns() - now));
  return is_asked_for;
}

static int by_length(const void *a, const void *b) {
  const Leaf *x = *(Leaf *const *)a, *y = *(Leaf *const *)b;
  u32 m = path_length(leaf_path(x)), n = path_length(leaf_path(y));
  return m != n ? (m > n) - (m < n) : (x->slot > y->slot) - (x->slot < y->slot);
}

/* No leaf is in two jobs, and none that is given is farther from the root than one that stays. */
debug_only static bool jobs_are_sound(const LeafVec *left, const LeafVec *given) {
  if (!given->n || !left->n) return !given->n;
  debug_only u32 farthest = path_length(leaf_path(vec_last(given)));
  for (u32 i = 0; i < left->n; i++) {
    assert(path_length(leaf_path(left->at[i])) >= farthest);
    for (u32 k = 0; k < given->n && k < 8; k++) assert(left->at[i] != given->at[k]);
  }
  return true;
}

/* At most half of the leaves, those nearest to the root: below them is the most to do, and they are cheap to follow.  They
 * become jobs for as many as wait. */
static u32 choose_given(Worker *w, const ExploreStats *stats, LeafVec *sorted, LeafVec *ret_given) {
  u64 most = may_give(w, stats), cost = 0;
  u32 n = 0;
  if (sorted->n < 2) return 0;
  if (w->n_hungry) qsort(sorted->at, sorted->n, sizeof(Leaf *), by_length);
  while (w->n_hungry && n < sorted->n / 2 && cost < most)
    cost += leaf_instructions(sorted->at[n++]);
  vec_append(ret_given, sorted->at, n);
  memmove(sorted->at, sorted->at + n, (sorted->n - n) * sizeof(Leaf *));
  sorted->n -= n;
  assert(jobs_are_sound(sorted, ret_given));
  w->n_given += cost;
  return MIN(w->n_hungry, n);
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
  if (w->p->explorer.beside) explore_stats_add(&f.stats, w->p->explorer.beside);
  explore_stats_add(&f.stats, stats);
  return f;
}

static Err commit(Worker *w, const LeafVec *left, const Text *given, u32 n_given,
                  const ExploreStats *stats) {
  cleanup(text_free) Text leaves = {0}, figures = {0}, results = {0}, news = {0};
  RunFigures f = figures_now(w, stats);
  bool is_ours = false;
  text_add_n(&figures, (const char *)&f, sizeof f);
  if (left->n) leaf_set_write(left, &leaves);
  end_writer_batch(&w->found, &results);
  cover_news_write(&w->news, &news);
  TRY(store_commit(w->store,
                   &(StoreCommit){.worker = w->id,
                                  .lease_ns = w->p->plan->lease_ns,
                                  .job = &w->job,
                                  .leaves = left->n ? &leaves : NULL,
                                  .given = given,
                                  .n_given = n_given,
                                  .results = &results,
                                  .news = &news,
                                  .figures = &figures,
                                  .leaves_job_free = stats->limit != LIMIT_NOT},
                   &is_ours));
  w->is_lost = !is_ours;
  if (store_is_ending(w->store)) is_ended = 1;
  w->has_error = w->has_budget = false;
  w->now = *stats;
  return is_ours ? OK : err_set(ERR_LIMIT, "another worker has the job");
}

static Err read_one(void *user, const void *bytes, size_t n) {
  return cover_news_read(user, bytes, n);
}

static Err read_news(Worker *w) {
  return w->news.cover && w->store ? store_each_news(w->store, &w->n_news, read_one, &w->news) : OK;
}

static void note_start(Worker *w, const ExploreStats *stats) {
  ParallelStart *s = w->start;
  RunFigures f = figures_now(w, stats);
  text_add_n(&s->figures, (const char *)&f, sizeof f);
  end_writer_batch(&w->found, &s->results);
  cover_news_write(&w->news, &s->news);
}

static void take_note(WorkerNote *note, u64 id) {
  for (u32 i = 0; i < ARRAY_LEN(note->workers); i++) {
    pid_t none = 0;
    if (!__atomic_compare_exchange_n(&note->workers[i].pid, &none, getpid(), false,
                                     __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      continue;
    note->workers[i].id = id;
    return;
  }
}

/* The end of the time alone.  The worker goes on here, with the leaves that it does not give; who leads has none. */
static Err part(Worker *w, const LeafVec *all, const ExploreStats *stats, LeafVec *ret_given) {
  ParallelStart *s = w->start;
  LeafVec left = {0}, given = {0};
  bool is_worker = false;
  vec_append(&left, all->at, all->n);
  w->n_hungry = w->p->plan->n_workers - 1;
  s->n_jobs = choose_given(w, stats, &left, &given);
  write_given(&given, s->n_jobs, s->jobs);
  leaf_set_write(&left, &s->rest);
  note_start(w, stats);
  Err err = s->part(s->leader, &w->id, &w->job, &is_worker);
  s->has_parted = true;
  if (is_worker) {
    w->start = NULL;
    signal(SIGTERM, on_signal);
    take_note(w->note, w->id);
    if (err == OK) err = open_store(w);
  }
  vec_append(ret_given, is_worker ? given.at : all->at, is_worker ? given.n : all->n);
  vec_free(&left);
  vec_free(&given);
  return err;
}

/* A limit was reached while it was alone, or nothing is left: all leaves become a job. */
static void end_alone(Worker *w, const LeafVec *all, const ExploreStats *stats) {
  ParallelStart *s = w->start;
  if (s->has_parted) return;
  s->n_jobs = all->n > 0;
  if (all->n) leaf_set_write(all, &s->jobs[0]);
  note_start(w, stats);
}

static Err exchange(void *user, const LeafVec *all, const ExploreStats *stats, LeafVec *ret_given) {
  Worker *w = user;
  bool is_end = stats->limit != LIMIT_NOT || !all->n;
  w->now = *stats;
  if (stats->limit != LIMIT_NOT && w->has_budget) return OK; /* a path was cut short */
  for (u32 i = 0; stats->limit != LIMIT_NOT && i < all->n; i++)
    end_write_sides(&w->found, leaf_path(all->at[i]));
  if (w->start && is_end) end_alone(w, all, stats);
  if (w->start) return is_end ? OK : part(w, all, stats, ret_given);
  u64 begin_ns = clock_ns();
  Text jobs[PARALLEL_MOST_WORKERS] = {0};
  LeafVec left = {0};
  vec_append(&left, all->at, all->n);
  if (stats->limit != LIMIT_NOT) w->n_hungry = 0;
  w->n_hungry = MIN(w->n_hungry, (u32)ARRAY_LEN(jobs));
  u32 n_jobs = choose_given(w, stats, &left, ret_given);
  write_given(ret_given, n_jobs, jobs);
  Err err = commit(w, &left, jobs, n_jobs, stats);
  if (err == OK) err = read_news(w);
  for (u32 i = 0; i < n_jobs; i++) text_free(&jobs[i]);
  vec_free(&left);
  w->n_hungry = 0;
  w->committed_ns = clock_ns();
  w->commit_cost_ns = w->committed_ns - begin_ns;
  return err;
}

/* ---- jobs ---------------------------------------------------------------------------------------- */

static ExploreConfig config_of(Worker *w) {
  ExploreConfig config = *w->p->explore;
  config.seed += w->id;
  config.budget.interrupted = &is_ended;
  config.budget.max_bytes /= w->p->plan->n_workers;
  config.observer = (Observer){.user = w, .path_ended = on_path, .wants_long = wants_long};
  if (w->start) config.observer.tick = on_tick;
  if (config.only_new_tests) config.observer.pending_test = on_pending_test;
  config.exchange = (LeafExchange){.user = w, .due = is_due, .exchange = exchange};
  return config;
}

static Err explore_job(Worker *w, Limit *ret_limit) {
  const ParallelExplorer *by = &w->p->explorer;
  ExploreConfig config = config_of(w);
  ExploreStats stats = {0};
  config.exchange.bytes = w->job.leaves.at; /* none: from the start of the program */
  config.exchange.n_bytes = w->job.leaves.n;
  w->now = (ExploreStats){0};
  w->n_given = 0;
  w->committed_ns = clock_ns();
  w->look_ns = w->committed_ns + LOOK_NS;
  TRY(read_news(w));
  if (by->explore)
    TRY(by->explore(by->user, w->vm, &config, &stats));
  else
    TRY(explore(w->vm, w->p->solver, &config, &stats));
  *ret_limit = stats.limit;
  w->now.limit = LIMIT_NOT;
  explore_stats_add(&w->sum, &w->now);
  return OK;
}

static Err work(Worker *w, Limit *ret_limit) {
  const Parallel *p = w->p;
  while (!is_ended && *ret_limit == LIMIT_NOT) {
    bool has_job, is_over;
    TRY(store_claim(w->store, w->id, p->plan->lease_ns, &w->job, &has_job, &is_over));
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

static void open_machine(Worker *w) {
  const ParallelExplorer *by = &w->p->explorer;
  VmConfig vm = *w->p->vm;
  ExploreConfig config = config_of(w);
  vm.warn = on_warning;
  vm.missing = on_missing;
  vm.warn_user = vm.missing_user = w;
  w->vm = vm_new(w->p->module, w->p->solver, &vm);
  w->news = cover_news_of(w->p->cover);
  if (by->begin) by->begin(by->user, &config);
}

static void worker_done(Worker *w) {
  end_writer_done(&w->found);
  cover_news_done(&w->news);
  text_free(&w->job.leaves);
  vm_free(w->vm);
  store_close(w->store);
}

static Err begin(Worker *w) {
  TRY(open_store(w));
  TRY(store_join(w->store, &w->id));
  take_note(w->note, w->id);
  open_machine(w);
  return OK;
}

/* Says to who leads why it ends. */
static int exit_code(const Worker *w, Err err, Limit limit) {
  if (w->is_lost) return WORKER_LOST;
  bool ends_all = limit == LIMIT_MEMORY || limit == LIMIT_COVERED;
  if (err == OK) return ends_all ? WORKER_LIMIT + (int)limit : WORKER_DONE;
  w->note->err = err;
  snprintf(w->note->text, sizeof w->note->text, "%s", err_text());
  return WORKER_FAILED;
}

/* ---- alone ------------------------------------------------------------------------------------- */

void parallel_start_done(ParallelStart *s) {
  text_free(&s->results);
  text_free(&s->news);
  text_free(&s->figures);
  text_free(&s->rest);
  for (u32 i = 0; i < s->n_jobs; i++) text_free(&s->jobs[i]);
  s->n_jobs = 0;
}

/* A path was cut short: nothing was found, and all is left. */
static void begin_again(ParallelStart *s) {
  Leaf root = {0}, *all[] = {&root};
  RunFigures none = {0};
  parallel_start_done(s);
  s->n_jobs = 1;
  leaf_set_write(&(LeafVec){.at = all, .n = 1, .cap = 1}, &s->jobs[0]);
  text_add_n(&s->figures, (const char *)&none, sizeof none);
}

Err parallel_begin(const Parallel *p, WorkerNote *note, ParallelStart *io) {
  cleanup(worker_done) Worker w = {.p = p, .note = note, .start = io};
  Limit limit = LIMIT_NOT;
  open_machine(&w);
  Err err = explore_job(&w, &limit);
  if (!w.start) { /* the first worker, of which who leads knows the end from its exit code */
    if (err == OK && !w.is_lost) err = work(&w, &limit);
    _exit(exit_code(&w, err, limit));
  }
  if (err == OK && !io->has_parted && w.has_budget) begin_again(io);
  io->limit = limit;
  return err;
}

/* ---- public ------------------------------------------------------------------------------------ */

int parallel_work(const Parallel *p, WorkerNote *note) {
  Worker w = {.p = p, .note = note};
  Limit limit = LIMIT_NOT;
  signal(SIGTERM, on_signal);
  Err err = begin(&w);
  if (err == OK) err = work(&w, &limit);
  return exit_code(&w, err, limit);
}
