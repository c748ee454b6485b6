/* parallel.c — who leads: makes workers and waits for them, then collects what they found.
 *
 * A worker says by its exit code why it ended (ParallelExit), and in a page that both see what went wrong.  One that died is
 * replaced; its job is free at once.  A job with which STORE_MOST_CLAIMS workers died is given up, and its paths are
 * reported as unexplored.
 */
#define _GNU_SOURCE /* pipe2 */
#include "engine/parallel.h"

#include "base/helper.h"
#include "base/os.h"
#include "engine/cover_news.h"
#include "engine/parallel_worker.h"
#include "explore/leaf_set.h"
#include "record/end_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* Workers see the deadline themselves; what they do not end in this time is ended for them. */
#define GRACE_NS (2 * NS_PER_S)
enum { POLL_MS = 100 };
/* What a look costs there grows with the number of workers. */
#define SERVER_SHOW_NS (500 * NS_PER_MS)
/* What it takes to read, sort and tell a path at the end, for which time is kept: 2,000,000 paths took 5 s. */
enum { GATHER_NS = 2500, TEST_NS = 40000 /* for those that leave a file */ };
/* What it takes a worker to write a leaf down and to free its state. */
enum { LEAF_NS = 10000 };

/* Workers that die before they have claimed a job are not replaced for ever: so many of each hand. */
enum { MOST_DEATHS = 4 * STORE_MOST_CLAIMS };

typedef struct Hand {
  pid_t pid; /* 0: it has ended, and nobody is in its place */
  int alive; /* the end of a pipe that closes when it ends */
} Hand;

typedef struct Leader {
  const Parallel *p; /* borrowed */
  bool is_guest;     /* has workers, but does not lead */
  Store *store;      /* owned */
  Hand hands[PARALLEL_MOST_WORKERS];
  u32 n_hands;
  WorkerNote *note;    /* seen by all; owned */
  ParallelStart start; /* owned; all zero when it resumes */
  StoreJob first_job;  /* owned; of what was done before there was a store … */
  u64 first_worker;    /* … and whose that is */
  u64 n_paths;         /* in the store, as far as it is known; … */
  u64 n_leaves;        /* … and those that are not explored */
  u32 n_deaths;        /* of workers, since the number of paths last changed */
  CoverNews news;      /* owned */
  u64 n_news;          /* that were read */
  u64 stop_ns;         /* from when on they are to end; NEVER_NS: not yet */
  u32 n_covered;       /* that the store was given */
  u64 show_ns;         /* of the next look at what workers have done */
  bool is_ended_hard;
  Limit limit;
  Err err;
} Leader;

/* ---- the store ----------------------------------------------------------------------------------- */

/* What was done before there was a store is committed as by a worker, whose job was the start of the program. */
static Err add_start(Leader *l, Store *s) {
  const ParallelStart *start = &l->start;
  bool has_job, is_over, is_ours;
  TRY(store_add_job(s, &l->first_job.leaves));
  TRY(store_join(s, &l->first_worker));
  TRY(store_claim(s, l->first_worker, l->p->plan->lease_ns, &l->first_job, &has_job, &is_over));
  assert(has_job);
  return store_commit(s,
                      &(StoreCommit){.worker = l->first_worker,
                                     .lease_ns = l->p->plan->lease_ns,
                                     .job = &l->first_job,
                                     .leaves = start->rest.n ? &start->rest : NULL,
                                     .given = start->jobs,
                                     .n_given = start->n_jobs,
                                     .results = &start->results,
                                     .news = &start->news,
                                     .figures = &start->figures},
                      &is_ours);
}

static Err check_program(const Leader *l) {
  cleanup(text_free) Text was = {0};
  u64 is = module_hash(l->p->module);
  TRY(store_get(l->store, "program", &was));
  if (was.n == sizeof is && !memcmp(was.at, &is, sizeof is)) return OK;
  return err_set(ERR_INPUT,
                 "the program, or nadir, is another one than when '%s' was made: its paths "
                 "cannot be continued",
                 store_name(l->store));
}

static Err fill_store(Leader *l, Store *s) {
  u64 program = module_hash(l->p->module);
  const Text *command = l->p->plan->command, *target = l->p->plan->target;
  u64 build = program_build();
  TRY(store_put(s, "nadir", &build, sizeof build));
  if (target) TRY(store_put(s, "target", target->at, target->n));
  TRY(store_put(s, "program", &program, sizeof program));
  TRY(store_put(s, "command", command->at, command->n));
  return add_start(l, s);
}

static Err make_store(Leader *l) {
  Store *s;
  TRY(store_make(l->p->plan->store, &s));
  Err err = fill_store(l, s);
  if (err == OK) err = store_publish(s);
  store_close(s);
  return err;
}

static Err lead_store(Leader *l) {
  store_mind(l->store, &l->p->explore->budget);
  return l->is_guest ? OK : store_lead(l->store);
}

/* `was_there`: just now, so that a server which is gone is waited for. */
static Err open_store(Leader *l, bool was_there) {
  const char *name = l->p->plan->store;
  TRY(was_there ? store_reopen(name, &l->store) : store_open(name, &l->store));
  TRY(lead_store(l));
  return check_program(l);
}

/* Nobody has a claim any more: those who had one are gone. */
static Err open_earlier(Leader *l) {
  TRY(open_store(l, false));
  TRY(store_set_ending(l->store, false));
  return store_free_claims(l->store, 0);
}

/* ---- workers ------------------------------------------------------------------------------------- */

/* A fork whose end is noticed.  0: this is it. */
static pid_t fork_hand(Leader *l, Hand *h) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) {
    l->err = os_error("make a pipe");
    return -1;
  }
  pid_t pid = helper_fork(&ends[1], 1);
  if (!pid) return 0;
  fd_close(&ends[1]);
  if (pid < 0) {
    l->err = os_error("start a worker");
    fd_close(&ends[0]);
    return pid;
  }
  *h = (Hand){.pid = pid, .alive = ends[0]};
  return pid;
}

static void hire(Leader *l, Hand *h) {
  l->store = store_close(l->store); /* a child would believe that it has the locks */
  if (!fork_hand(l, h)) _exit(parallel_work(l->p, l->note));
  Err err = store_reopen(l->p->plan->store, &l->store);
  if (err == OK) err = lead_store(l);
  if (l->err == OK) l->err = err;
}

/* See ParallelStart.part. */
static Err part(void *user, u64 *ret_worker, StoreJob *ret_job, bool *ret_is_worker) {
  Leader *l = user;
  TRY(make_store(l));
  *ret_is_worker = !fork_hand(l, &l->hands[0]);
  *ret_worker = l->first_worker;
  *ret_job = l->first_job;
  l->first_job = (StoreJob){0};
  return l->err;
}

static bool has_hands(const Leader *l) {
  for (u32 i = 0; i < l->n_hands; i++)
    if (l->hands[i].pid) return true;
  return false;
}

static void signal_all(Leader *l, int number) {
  for (u32 i = 0; i < l->n_hands; i++)
    if (l->hands[i].pid) kill(l->hands[i].pid, number);
}

/* Whether somebody should take the place of one that ended so. */
static bool is_to_be_replaced(Leader *l, int status) {
  if (!WIFEXITED(status)) return true;
  int code = WEXITSTATUS(status);
  if (code > WORKER_LIMIT && code < WORKER_LIMIT + LIMIT_COUNT) {
    l->limit = (Limit)(code - WORKER_LIMIT);
    return false;
  }
  switch (code) {
  case WORKER_DONE:
    return false;
  case WORKER_LOST:
    return true;
  case WORKER_FAILED:
    if (l->err == OK) l->err = err_set(l->note->err, "%s", l->note->text);
    return false;
  default:
    return true;
  }
}

static void see_end(Leader *l, Hand *h) {
  int status = 0;
  u64 worker = 0;
  while (waitpid(h->pid, &status, 0) < 0 && errno == EINTR) {}
  for (u32 i = 0; i < ARRAY_LEN(l->note->workers); i++)
    if (l->note->workers[i].pid == h->pid) {
      worker = l->note->workers[i].id;
      l->note->workers[i].pid = 0;
    }
  h->pid = 0;
  fd_close(&h->alive);
  bool replaces = is_to_be_replaced(l, status);
  if (worker && l->err == OK) l->err = store_free_claims(l->store, worker);
  StoreCount jobs = {0};
  if (l->err == OK) l->err = store_count(l->store, &jobs);
  bool is_left = jobs.n_jobs > jobs.n_given_up;
  if (replaces) l->n_deaths++;
  if (l->n_deaths > MOST_DEATHS * l->n_hands) return;
  if (replaces && l->err == OK && l->stop_ns == NEVER_NS && is_left) hire(l, h);
}

/* ---- waiting ------------------------------------------------------------------------------------- */

static Err add_figures(void *user, const void *bytes, size_t n) {
  RunFigures of_worker;
  if (n != sizeof of_worker) return err_set(ERR_INPUT, "the figures of a worker are damaged");
  memcpy(&of_worker, bytes, n);
  u32 n_leaves = ((RunFigures *)user)->stats.n_leaves;
  run_figures_add(user, &of_worker);
  ((RunFigures *)user)->stats.n_leaves += n_leaves;
  return OK;
}

static Err read_news(void *user, const void *bytes, size_t n) {
  return cover_news_read(user, bytes, n);
}

/* For who looks on (run_status.h). */
static Err put_cover(Leader *l) {
  const Cover *c = l->p->cover;
  if (!c || c->n_seen == l->n_covered) return OK;
  cleanup(text_free) Text said = {0};
  l->n_covered = c->n_seen;
  wire_add(&said, c->n_seen);
  wire_add(&said, c->n_sides);
  return store_put(l->store, PARALLEL_COVERED, said.at, said.n);
}

static void show(Leader *l) {
  RunFigures sum = {0};
  if (l->is_guest || clock_ns() < l->show_ns) return;
  if (store_is_at_server(l->p->plan->store)) l->show_ns = clock_after(SERVER_SHOW_NS);
  if (l->err == OK) l->err = store_each_news(l->store, &l->n_news, read_news, &l->news);
  if (l->err == OK) l->err = put_cover(l);
  if (l->err == OK) l->err = store_each_figures(l->store, add_figures, &sum);
  sum.stats.limit = LIMIT_NOT;
  if (l->n_paths != sum.stats.n_paths) l->n_deaths = 0;
  l->n_paths = sum.stats.n_paths;
  l->n_leaves = sum.stats.n_leaves;
  const Observer *o = &l->p->explore->observer;
  if (o->tick) o->tick(o->user, &sum.stats);
}

static void end_if_due(Leader *l) {
  const Budget *b = &l->p->explore->budget;
  bool is_interrupted = b->interrupted && *b->interrupted;
  const ExploreConfig *c = l->p->explore;
  u64 path_ns = GATHER_NS + (c->only_bug_tests || c->only_new_tests ? 0 : TEST_NS);
  bool is_late = clock_left(b->deadline_ns) <= l->n_paths * path_ns + l->n_leaves * LEAF_NS;
  bool is_over = l->limit == LIMIT_COVERED;
  if (l->stop_ns == NEVER_NS && (is_interrupted || is_late || is_over || l->err != OK)) {
    l->stop_ns = clock_ns();
    if (l->limit == LIMIT_NOT) l->limit = is_interrupted ? LIMIT_INTERRUPT : LIMIT_TIME;
    if (!l->is_guest && l->err == OK) l->err = store_set_ending(l->store, true);
    signal_all(l, SIGTERM);
  }
  if (l->stop_ns != NEVER_NS && !l->is_ended_hard && clock_ns() - l->stop_ns > GRACE_NS) {
    l->is_ended_hard = true;
    signal_all(l, SIGKILL);
  }
}

static void wait_for_all(Leader *l) {
  while (has_hands(l)) {
    struct pollfd fds[PARALLEL_MOST_WORKERS];
    for (u32 i = 0; i < l->n_hands; i++)
      fds[i] = (struct pollfd){.fd = l->hands[i].pid ? l->hands[i].alive : -1, .events = POLLIN};
    poll(fds, l->n_hands, POLL_MS);
    for (u32 i = 0; i < l->n_hands; i++)
      if (fds[i].fd >= 0 && fds[i].revents) see_end(l, &l->hands[i]);
    end_if_due(l);
    show(l);
  }
}

/* Guests end when they next commit; who does not is refused from then on, so what is gathered stays as it is. */
static Err see_guests_off(Leader *l) {
  u64 until_ns = clock_after(GRACE_NS);
  StoreCount n;
  for (;;) {
    TRY(store_count(l->store, &n));
    if (!n.n_claimed || !clock_left(until_ns)) break;
    poll(NULL, 0, POLL_MS);
  }
  return n.n_claimed ? store_free_claims(l->store, 0) : OK;
}

/* ---- what was found ------------------------------------------------------------------------------ */

typedef struct Gathering {
  const Leader *l; /* borrowed */
  EndReader *reader;
  u64 n_leaves;
} Gathering;

static Err gather_results(void *user, const void *bytes, size_t n) {
  return end_reader_add(((Gathering *)user)->reader, bytes, n);
}

/* Paths that are left unexplored are only counted: a run may leave a million of them. */
static Err gather_leaves(void *user, const StoreJobRow *job) {
  ((Gathering *)user)->n_leaves += leaf_set_count(job->head, job->n_head);
  return OK;
}

static Err gather_all(Leader *l, Gathering *g, RunFigures *io) {
  if (!l->store) {
    TRY(gather_results(g, l->start.results.at, l->start.results.n));
    TRY(add_figures(io, l->start.figures.at, l->start.figures.n));
    return end_reader_replay(g->reader, l->p->recorder);
  }
  TRY(store_each_results(l->store, gather_results, g));
  TRY(store_each_job(l->store, gather_leaves, g));
  TRY(store_each_figures(l->store, add_figures, io));
  return end_reader_replay(g->reader, l->p->recorder);
}

static Err gather(Leader *l, RunFigures *io) {
  Gathering g = {.l = l, .reader = end_reader_new(l->p->module, l->p->texts)};
  Err err = gather_all(l, &g, io);
  end_reader_free(g.reader);
  io->stats.n_ended[STOP_BUDGET] += g.n_leaves;
  io->stats.n_paths += g.n_leaves;
  io->n_left = g.n_leaves;
  io->stats.limit = g.n_leaves ? l->limit : LIMIT_NOT;
  return err;
}

/* ---- public -------------------------------------------------------------------------------------- */

static Err begin(Leader *l, bool *ret_is_over) {
  ParallelStart *s = &l->start;
  if (l->p->plan->resumes) return open_earlier(l);
  s->leader = l;
  s->part = part;
  TRY(parallel_begin(l->p, l->note, s));
  *ret_is_over = !s->has_parted && !s->n_jobs;
  if (*ret_is_over) return OK;
  if (!s->has_parted) {
    l->limit = s->limit;
    TRY(make_store(l));
  }
  return open_store(l, true);
}

static Err lead(Leader *l, RunFigures *ret) {
  bool is_over = false;
  TRY(begin(l, &is_over));
  if (is_over) return gather(l, ret);
  ret->has_store = true;
  for (u32 i = 0; l->limit == LIMIT_NOT && i < l->n_hands && l->err == OK; i++)
    if (!l->hands[i].pid) hire(l, &l->hands[i]);
  wait_for_all(l);
  if (l->err == OK) l->err = see_guests_off(l);
  cleanup(freep) char *why = l->err == OK ? NULL : text_dup(err_text());
  Err err = l->store ? gather(l, ret) : OK;
  return l->err == OK ? err : err_set(l->err, "%s", why);
}

static Err read_brief(Store *s, Text *ret_command, Text *ret_target) {
  cleanup(text_free) Text was = {0};
  u64 build = program_build();
  TRY(store_get(s, "command", ret_command));
  if (!ret_target) return OK;
  TRY(store_get(s, "nadir", &was));
  if (was.n != sizeof build || memcmp(was.at, &build, sizeof build) != 0)
    return err_set(ERR_INPUT,
                   "'%s': the run was begun by another nadir than this one (" NADIR_VERSION
                   "), and only the same one can work for it",
                   store_name(s));
  return store_get(s, "target", ret_target);
}

Err parallel_brief(const char *store, Text *ret_command, Text *ret_target) {
  Store *s;
  TRY(store_open(store, &s));
  Err err = read_brief(s, ret_command, ret_target);
  store_close(s);
  return err;
}

Err parallel_remove(const char *store) { return store_remove(store); }

static Err work_for(Leader *l) {
  TRY(open_store(l, false));
  for (u32 i = 0; i < l->n_hands && l->err == OK; i++) hire(l, &l->hands[i]);
  wait_for_all(l);
  return l->err;
}

static Err with_hands(const Parallel *p, bool is_guest, RunFigures *ret) {
  Leader l = {.p = p,
              .is_guest = is_guest,
              .n_hands = MIN(p->plan->n_workers, (u32)PARALLEL_MOST_WORKERS),
              .stop_ns = NEVER_NS};
  assert(!p->explore->guide && !p->explore->pruner && p->plan->n_workers > 0);
  l.news = cover_news_of(p->cover);
  l.note = mmap(NULL, sizeof *l.note, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (l.note == MAP_FAILED) return os_error("share memory with workers");
  Err err = is_guest ? work_for(&l) : lead(&l, ret);
  munmap(l.note, sizeof *l.note);
  cover_news_done(&l.news);
  parallel_start_done(&l.start);
  text_free(&l.first_job.leaves);
  store_close(l.store);
  return err;
}

Err parallel_run(const Parallel *p, RunFigures *ret) {
  *ret = (RunFigures){0};
  return with_hands(p, false, ret);
}

Err parallel_join(const Parallel *p) { return with_hands(p, true, NULL); }
