/* worker_pool.c — workers take the next row by a counter in shared memory, so that none waits for another
 * as long as there is one left.
 *
 * A byte through a pipe begins a round, and another one ends it: a worker that died shows as the end
 * of its pipe.  A row is marked when it is done.  Rows that a dead worker had taken and not begun are done
 * by the caller.
 */
#define _GNU_SOURCE /* pipe2, CPU_COUNT */
#include "base/worker_pool.h"

#include "base/clock.h"
#include "base/helper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ROW_OPEN, ROW_DONE };

/* What all of them see. */
typedef struct Board {
  _Atomic u32 next;            /* first row that no worker has taken */
  _Atomic u32 n;               /* of this round */
  _Atomic u32 at[MAX_WORKERS]; /* the row that a worker has begun, plus 1; 0: none */
} Board;

typedef struct PoolWorker {
  pid_t pid;
  int to, from; /* pipes */
} PoolWorker;

struct WorkerPool {
  PoolTask *task;
  void *user; /* borrowed */
  u32 n_rows, n_workers;
  size_t row_bytes, n_bytes;
  Board *board;       /* shared with the workers, as are states and rows */
  _Atomic u8 *states; /* of rows */
  u8 *rows;
  bool *lost; /* owned; of rows */
  PoolWorker workers[MAX_WORKERS];
};

u32 worker_pool_cores(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set)) return 1;
  return MAX((u32)CPU_COUNT(&set), 1u);
}

void *worker_pool_row(WorkerPool *c, u32 i) {
  assert(i < c->n_rows);
  return c->rows + c->row_bytes * i;
}

bool worker_pool_is_lost(const WorkerPool *c, u32 i) { return c->lost[i]; }

u32 worker_pool_workers(const WorkerPool *c) {
  u32 n = 0;
  for (u32 i = 0; i < c->n_workers; i++) n += c->workers[i].pid > 0;
  return n;
}

/* ---- a worker ------------------------------------------------------------------------------------ */

static void do_row(WorkerPool *c, u32 i) {
  c->task(c->user, worker_pool_row(c, i));
  atomic_store(&c->states[i], ROW_DONE);
}

/* Rows as long as there are any; `me` is NULL for the caller. */
static void do_rows(WorkerPool *c, _Atomic u32 *me) {
  u32 n = atomic_load(&c->board->n);
  for (u32 i; (i = atomic_fetch_add(&c->board->next, 1)) < n;) {
    if (me) atomic_store(me, i + 1);
    do_row(c, i);
    if (me) atomic_store(me, 0);
  }
}

static noreturn_fn void serve(WorkerPool *c, u32 number, int from, int to) {
  char byte;
  while (read(from, &byte, 1) == 1) {
    do_rows(c, &c->board->at[number]);
    if (write(to, &byte, 1) != 1) break;
  }
  _exit(0);
}

static bool start(WorkerPool *c, u32 number) {
  int down[2], up[2];
  if (pipe2(down, O_CLOEXEC)) return false;
  if (pipe2(up, O_CLOEXEC)) {
    close(down[0]), close(down[1]);
    return false;
  }
  pid_t pid = helper_fork((int[]){down[0], up[1]}, 2);
  if (!pid) serve(c, number, down[0], up[1]);
  close(down[0]), close(up[1]);
  c->workers[number] = (PoolWorker){pid, down[1], up[0]};
  if (pid > 0) return true;
  close(down[1]), close(up[0]);
  return false;
}

/* ---- the caller ---------------------------------------------------------------------------------- */

static void end(PoolWorker *w) {
  if (w->pid <= 0) return;
  helper_end(w->pid);
  close(w->to), close(w->from);
  *w = (PoolWorker){0};
}

/* A dead worker must not kill us by SIGPIPE. */
static bool wake(PoolWorker *w) {
  struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
  sigaction(SIGPIPE, &ignore, &before);
  ssize_t n;
  while ((n = write(w->to, "", 1)) < 0 && errno == EINTR) {}
  sigaction(SIGPIPE, &before, NULL);
  return n == 1;
}

/* Has the worker finished its round?  False: it died, is late, or the caller was interrupted. */
static bool has_come(PoolWorker *w, u64 deadline_ns, const volatile sig_atomic_t *interrupted) {
  enum { LOOK_MS = 20 };
  struct pollfd p = {.fd = w->from, .events = POLLIN};
  char byte;
  while (clock_left(deadline_ns) && !(interrupted && *interrupted)) {
    int n = poll(&p, 1, LOOK_MS);
    if (n > 0) return read(w->from, &byte, 1) == 1;
    if (n < 0 && errno != EINTR) return false;
  }
  return false;
}

/* What it was at is lost, unless it had just finished. */
static u32 give_up(WorkerPool *c, u32 number) {
  end(&c->workers[number]);
  u32 at = atomic_load(&c->board->at[number]);
  atomic_store(&c->board->at[number], 0);
  if (!at || atomic_load(&c->states[at - 1]) == ROW_DONE) return 0;
  c->lost[at - 1] = true;
  return 1;
}

bool worker_pool_start(WorkerPool *c, u32 n) {
  assert(n <= c->n_rows);
  for (u32 i = 0; i < n; i++) c->lost[i] = false, atomic_store(&c->states[i], ROW_OPEN);
  atomic_store(&c->board->n, n);
  atomic_store(&c->board->next, 0);
  for (u32 i = 0; i < c->n_workers; i++)
    if (c->workers[i].pid > 0 && !wake(&c->workers[i])) end(&c->workers[i]);
  return worker_pool_workers(c) > 0;
}

u32 worker_pool_run(WorkerPool *c, u32 n, u64 patience_ns,
                    const volatile sig_atomic_t *interrupted) {
  u32 n_lost = 0;
  worker_pool_start(c, n);
  do_rows(c, NULL);
  u64 deadline = clock_after(patience_ns);
  for (u32 i = 0; i < c->n_workers; i++)
    if (c->workers[i].pid > 0 && !has_come(&c->workers[i], deadline, interrupted))
      n_lost += give_up(c, i);
  for (u32 i = 0; i < n; i++)
    if (!c->lost[i] && atomic_load(&c->states[i]) != ROW_DONE) do_row(c, i);
  return n_lost;
}

WorkerPool *worker_pool_new(u32 n_workers, u32 n_rows, size_t row_bytes, PoolTask *task,
                            void *user) {
  WorkerPool *c = NEW(WorkerPool);
  size_t row = (MAX(row_bytes, 1u) + 63) / 64 * 64, states = ((size_t)n_rows + 63) / 64 * 64;
  size_t board = (sizeof(Board) + 63) / 64 * 64;
  *c = (WorkerPool){.task = task, .user = user, .n_rows = n_rows, .row_bytes = row};
  c->n_bytes = board + states + row * n_rows;
  void *at = mmap(NULL, c->n_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) at = mem_new(c->n_bytes), n_workers = 0, c->n_bytes = 0;
  c->board = at;
  c->states = (_Atomic u8 *)at + board;
  c->rows = (u8 *)at + board + states;
  c->lost = mem_new(MAX(n_rows, 1u) * sizeof *c->lost);
  while (c->n_workers < MIN(n_workers, MAX_WORKERS) && start(c, c->n_workers)) c->n_workers++;
  return c;
}

WorkerPool *worker_pool_free(WorkerPool *c) {
  if (!c) return NULL;
  for (u32 i = 0; i < c->n_workers; i++) end(&c->workers[i]);
  if (c->n_bytes)
    munmap(c->board, c->n_bytes);
  else
    mem_free(c->board);
  mem_free(c->lost);
  return mem_free(c);
}
