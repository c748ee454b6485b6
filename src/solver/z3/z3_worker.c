/* z3_worker.c — the engine's side of the Z3 process; see z3_worker.h, and
 * z3_serve.h for the messages.
 *
 * What the process knows is mirrored here: which terms it was sent, which
 * sequence it holds.  Everything is recorded when it is put into a message, and
 * a message that is not delivered whole ends the process: the two sides cannot
 * drift apart.
 *
 * A deadline: Z3 gets the time left as its own time-out, which it mostly keeps,
 * and the process a grace on top, after which it is killed.
 */
#define _GNU_SOURCE
#include "solver/z3/z3_worker.h"

#include "base/clock.h"
#include "base/helper.h"
#include "base/vec.h"
#include "expr/input.h"
#include "expr/value.h"
#include "solver/z3/nursery.h"
#include "solver/z3/z3_serve.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* How long an answer may be late before the process is killed: well under the
 * 100 ms that a query may overrun. */
#define GRACE_NS (40 * NS_PER_MS)

/* How long a wait goes on before it looks whether the run has ended. */
#define LOOK_NS (100 * NS_PER_MS)

/* The process starts over when it holds this many terms, unless a single
 * question is that large: about 300 bytes each there, with what Z3 makes of them. */
#define MAX_KNOWN SIZED(1u << 20, 100u)

typedef VEC(u32) Ids;

struct Worker {
  u32 depth; /* of the helper that the next two are of */
  Nursery nursery;
  int pid, fd; /* 0, -1: no process */
  Wire out, in;
  WorkerStats stats;
  const volatile sig_atomic_t *ended; /* borrowed, or NULL: set when no answer is wanted any more */

  u32 epoch;                /* of the expression table that the next four are about */
  VEC(u64) known;           /* bit per handle: the process has it */
  u32 n_known, first_known; /* how many; how many after the first question */
  Ids sequence;             /* handles of the terms it holds as the last question */
  u32 n_inputs;             /* inputs it was told of */
  bool reset_terms;         /* it must drop its terms first */
  ExprVec stack;
  bool model_is_guess; /* the last one */

  u32 n_int_nodes; /* nodes of the arena it was sent */
  Ids roots;       /* it holds as the last question over integers */
  bool reset_ints; /* it must drop its integers first */
};

/* ---- the process --------------------------------------------------------- */

static void forget_terms(Worker *w) {
  vec_clear(&w->known);
  vec_clear(&w->sequence);
  w->n_known = w->first_known = w->n_inputs = 0;
  w->epoch = expr_epoch();
}

static void forget_ints(Worker *w) {
  w->n_int_nodes = 0;
  vec_clear(&w->roots);
}

/* In a fork of the engine: the processes are those of whoever made it, and helper_fork has closed the sockets. */
static void leave_to_maker(Worker *w) {
  if (w->depth == helper_depth()) return;
  w->depth = helper_depth();
  w->nursery.pid = w->pid = 0;
  w->nursery.fd = w->fd = -1;
}

static void stop(Worker *w) {
  if (!w->pid) return;
  close(w->fd);
  w->pid = 0;
  w->fd = -1;
  nursery_kill(&w->nursery);
}

static bool start(Worker *w) {
  if (!nursery_spawn(&w->nursery, &w->pid, &w->fd)) return false;
  w->stats.n_spawned++;
  forget_terms(w);
  forget_ints(w);
  w->reset_terms = w->reset_ints = false;
  return true;
}

/* Between questions the process says nothing: what can be read is its end. */
static bool has_died(const Worker *w) {
  u8 byte;
  ssize_t n = recv(w->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return n >= 0 || errno != EAGAIN;
}

/* A live process, as far as one can know.  One that died between two questions
 * had none in hand: it is replaced and nobody need be told. */
static bool ensure_process(Worker *w) {
  leave_to_maker(w);
  if (w->pid && has_died(w)) {
    w->stats.n_died++;
    stop(w);
  }
  return w->pid || start(w);
}

/* ---- messages ------------------------------------------------------------ */

typedef enum Transfer {
  TRANSFER_DONE,
  TRANSFER_LATE,
  TRANSFER_BROKEN,
} Transfer;

/* Waits until the socket is ready (or until it should be tried again); false when the time is up or
 * the run has ended. */
static bool wait_for(Worker *w, short events, u64 until_ns) {
  u64 left = clock_left(until_ns);
  if (!left || (w->ended && *w->ended)) return false;
  if (w->ended) left = MIN(left, LOOK_NS); /* a signal just before the wait does not cut it short */
  struct timespec t = {.tv_sec = (time_t)(left / NS_PER_S), .tv_nsec = (long)(left % NS_PER_S)};
  struct pollfd p = {.fd = w->fd, .events = events};
  ppoll(&p, 1, left == NEVER_NS ? NULL : &t, NULL);
  return true;
}

static Transfer transfer(Worker *w, u8 *at, size_t n_bytes, bool sends, u64 until_ns) {
  while (n_bytes) {
    ssize_t n = sends ? send(w->fd, at, n_bytes, MSG_NOSIGNAL | MSG_DONTWAIT)
                      : recv(w->fd, at, n_bytes, MSG_DONTWAIT);
    if (n > 0) {
      at += n;
      n_bytes -= (size_t)n;
    } else if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
      if (!wait_for(w, sends ? POLLOUT : POLLIN, until_ns)) return TRANSFER_LATE;
    } else {
      return TRANSFER_BROKEN;
    }
  }
  return TRANSFER_DONE;
}

static Transfer exchange(Worker *w, u64 until_ns) {
  wire_patch_u32(&w->out, 0, (u32)(w->out.n - sizeof(u32)));
  w->stats.n_bytes_sent += w->out.n;
  Transfer t = transfer(w, w->out.at, w->out.n, true, until_ns);
  if (t != TRANSFER_DONE) return t;
  u32 n_bytes = 0;
  t = transfer(w, (u8 *)&n_bytes, sizeof n_bytes, false, until_ns);
  if (t != TRANSFER_DONE) return t;
  wire_clear(&w->in);
  return transfer(w, wire_room(&w->in, n_bytes), n_bytes, false, until_ns);
}

static Answer unknown(Reason reason, Reason *ret_reason) {
  *ret_reason = reason;
  return ANSWER_UNKNOWN;
}

static Answer fail(Worker *w, bool late, Reason *ret_reason) {
  if (late)
    w->stats.n_killed++;
  else
    w->stats.n_died++;
  stop(w);
  return unknown(late ? REASON_TIMEOUT : REASON_CRASH, ret_reason);
}

/* Sends the message and reads the start of the reply. */
static Answer ask(Worker *w, u64 deadline_ns, Reason *ret_reason) {
  u64 until = deadline_ns > NEVER_NS - GRACE_NS ? NEVER_NS : deadline_ns + GRACE_NS;
  Transfer t = exchange(w, until);
  if (t != TRANSFER_DONE) return fail(w, t == TRANSFER_LATE, ret_reason);
  Answer answer = (Answer)wire_get_u8(&w->in);
  *ret_reason = (Reason)wire_get_u8(&w->in);
  bool leaving = wire_get_u8(&w->in);
  if (w->in.failed || answer > ANSWER_YES || *ret_reason >= REASON_COUNT)
    return fail(w, false, ret_reason);
  if (leaving) {
    w->stats.n_died++;
    stop(w);
  }
  return answer;
}

/* Rounded up, within the grace, so that it seldom changes: setting it costs Z3
 * as much as a small question (380 questions of insertion sort over integers,
 * N = 20: half of the time). */
static u32 timeout_ms(u64 deadline_ns) {
  enum { STEP_MS = 10 };
  if (deadline_ns == NEVER_NS) return UINT32_MAX;
  u64 steps = clock_left(deadline_ns) / (STEP_MS * NS_PER_MS) + 1;
  return (u32)MIN(steps * STEP_MS, UINT32_MAX - 1);
}

static u32 common_prefix(const Ids *held, const u32 *ids, u32 n) {
  u32 keep = 0;
  while (keep < n && keep < held->n && held->at[keep] == ids[keep]) keep++;
  return keep;
}

/* The part of a sequence that the process does not hold already. */
static void put_sequence(Wire *out, Ids *held, const u32 *ids, u32 n) {
  u32 keep = common_prefix(held, ids, n);
  wire_put_u32(out, keep);
  wire_put_u32(out, n);
  held->n = keep;
  if (n == keep) return;
  wire_put(out, ids + keep, (n - keep) * sizeof *ids);
  vec_append(held, ids + keep, n - keep);
}

static void begin(Worker *w, ServeOp op) {
  wire_clear(&w->out);
  wire_put_u32(&w->out, 0); /* the length, set by exchange */
  wire_put_u8(&w->out, (u8)op);
}

/* ---- terms --------------------------------------------------------------- */

static bool is_known(const Worker *w, Expr e) {
  return e.id / 64 < w->known.n && (w->known.at[e.id / 64] >> (e.id % 64) & 1);
}

static void put_inputs(Worker *w) {
  wire_put_u32(&w->out, input_count() - w->n_inputs);
  while (w->n_inputs < input_count()) {
    const InputInfo *info = input_info((Input){++w->n_inputs});
    u32 n_name = (u32)strlen(info->name) + 1;
    wire_put_u8(&w->out, (u8)info->shape);
    wire_put_u32(&w->out, info->n_bits);
    wire_put_u32(&w->out, info->elem_width);
    wire_put_u32(&w->out, info->index_width);
    wire_put_u32(&w->out, n_name);
    wire_put(&w->out, info->name, n_name);
  }
}

static void put_node(Worker *w, Expr e) {
  wire_put_u32(&w->out, e.id);
  wire_put(&w->out, &expr_nodes[e.id], sizeof(ExprNode));
  const u64 *words = NULL;
  u64 room;
  u32 n_words = 0;
  if (expr_kind(e) == EXPR_ARRAY_TABLE) {
    words = expr_table(e, &n_words);
  } else if (expr_is_const(e) && expr_width(e) > 64) {
    words = expr_words(e, &room);
    n_words = (expr_width(e) + 63) / 64;
  }
  if (words) {
    wire_put_u32(&w->out, n_words);
    wire_put(&w->out, words, n_words * sizeof *words);
  }
  w->known.at[e.id / 64] |= 1ull << (e.id % 64);
  w->n_known++;
}

/* Puts the terms below e that are new, kids first; false when time is up or the
 * message grows out of bounds. */
static bool put_new_nodes(Worker *w, Expr root, u64 deadline_ns, u32 *io_n) {
  vec_clear(&w->stack);
  vec_push(&w->stack, root);
  while (w->stack.n) {
    Expr e = vec_last(&w->stack);
    u32 n_before = w->stack.n;
    if (!is_known(w, e)) {
      for (u32 i = 0; i < expr_arity(e); i++)
        if (!is_known(w, expr_kid(e, i))) vec_push(&w->stack, expr_kid(e, i));
      if (w->stack.n > n_before) continue;
      put_node(w, e);
      if (++*io_n % 4096 == 0 && !clock_left(deadline_ns)) return false;
      if (w->out.n > WIRE_MAX_BYTES) return false;
    }
    w->stack.n--;
  }
  return true;
}

/* Terms of another epoch, or too many: the process starts over. */
static void renew_if_due(Worker *w) {
  bool crowded = w->n_known > MAX(MAX_KNOWN, 2ull * w->first_known);
  if (w->epoch == expr_epoch() && !crowded) return;
  forget_terms(w);
  w->reset_terms = true;
}

static bool put_terms(Worker *w, ServeOp op, const Expr *terms, u32 n, bool wants_model,
                      u64 deadline_ns) {
  renew_if_due(w);
  begin(w, op);
  wire_put_u8(&w->out, w->reset_terms);
  w->reset_terms = false;
  put_inputs(w);
  size_t count_at = w->out.n;
  u32 n_nodes = 0;
  wire_put_u32(&w->out, 0);
  if (w->known.n < expr_limit() / 64 + 1) vec_resize(&w->known, expr_limit() / 64 + 1);
  for (u32 i = 0; i < n; i++)
    if (!put_new_nodes(w, terms[i], deadline_ns, &n_nodes)) return false;
  wire_patch_u32(&w->out, count_at, n_nodes);
  if (!w->first_known) w->first_known = w->n_known;
  wire_put_u32(&w->out, timeout_ms(deadline_ns));
  wire_put_u8(&w->out, wants_model);
  _Static_assert(sizeof(Expr) == sizeof(u32), "a handle is its number");
  put_sequence(&w->out, &w->sequence, (const u32 *)terms, n);
  return true;
}

static Answer ask_terms(Worker *w, ServeOp op, const Expr *terms, u32 n, bool wants_model,
                        u64 deadline_ns, Reason *ret_reason) {
  *ret_reason = REASON_NONE;
  if (!clock_left(deadline_ns)) return unknown(REASON_TIMEOUT, ret_reason);
  if (!ensure_process(w)) return unknown(REASON_CRASH, ret_reason);
  if (put_terms(w, op, terms, n, wants_model, deadline_ns)) return ask(w, deadline_ns, ret_reason);
  /* Half a message was recorded as sent. */
  stop(w);
  w->stats.n_killed++;
  bool late = !clock_left(deadline_ns);
  return unknown(late ? REASON_TIMEOUT : REASON_MEMORY, ret_reason);
}

static void get_element(Worker *w, Model *io_model, Input array) {
  u64 index = wire_get_u64(&w->in);
  u32 n_words = VALUE_WORDS(input_info(array)->elem_width);
  for (u32 i = 0; i < n_words; i++)
    model_set_piece(io_model, array, index, i, wire_get_u64(&w->in));
}

static void get_array(Worker *w, Model *io_model) {
  u64 rest[VALUE_WORDS(EXPR_MAX_WIDTH)];
  Input array = {wire_get_u32(&w->in)};
  if (w->in.failed) return;
  u32 n_words = VALUE_WORDS(input_info(array)->elem_width);
  for (u32 i = 0; i < n_words; i++) rest[i] = wire_get_u64(&w->in);
  model_set_rest(io_model, array, rest);
  u32 n = wire_get_u32(&w->in);
  for (u32 i = 0; i < n && !w->in.failed; i++) get_element(w, io_model, array);
}

static void get_model(Worker *w, Model *io_model) {
  w->model_is_guess = wire_get_u8(&w->in);
  u32 n_cells = wire_get_u32(&w->in);
  for (u32 i = 0; i < n_cells && !w->in.failed; i++) {
    u32 cell = wire_get_u32(&w->in);
    model_set_byte(io_model, cell, wire_get_u8(&w->in));
  }
  u32 n_arrays = wire_get_u32(&w->in);
  for (u32 i = 0; i < n_arrays && !w->in.failed; i++) get_array(w, io_model);
  u32 n_elements = wire_get_u32(&w->in);
  for (u32 i = 0; i < n_elements && !w->in.failed; i++) {
    Input array = {wire_get_u32(&w->in)};
    if (!w->in.failed) get_element(w, io_model, array);
  }
}

/* ---- integers ------------------------------------------------------------ */

static void put_int_nodes(Worker *w, const IntNodes *arena) {
  u32 n = arena->n - w->n_int_nodes;
  wire_put_u32(&w->out, n);
  if (n) wire_put(&w->out, arena->at + w->n_int_nodes, n * sizeof *arena->at);
  w->n_int_nodes = arena->n;
}

static void get_values(Worker *w, i64 *ret_values, u32 n_values) {
  u32 n = wire_get_u32(&w->in);
  for (u32 i = 0; i < n && !w->in.failed; i++) {
    u32 v = wire_get_u32(&w->in);
    u64 value = wire_get_u64(&w->in);
    if (v < n_values) ret_values[v] = (i64)value;
  }
}

/* ---- public -------------------------------------------------------------- */

Worker *worker_new(u64 memory_limit_bytes) {
  Worker *w = NEW(Worker);
  nursery_open(&w->nursery, memory_limit_bytes);
  w->fd = -1;
  w->depth = helper_depth();
  return w;
}

Worker *worker_free(Worker *w) {
  if (!w) return NULL;
  leave_to_maker(w);
  stop(w);
  nursery_close(&w->nursery);
  wire_free(&w->out);
  wire_free(&w->in);
  vec_free(&w->known);
  vec_free(&w->sequence);
  vec_free(&w->stack);
  vec_free(&w->roots);
  return mem_free(w);
}

Answer worker_bits(Worker *w, const Expr *terms, u32 n, u64 deadline_ns, Model *io_model,
                   Reason *ret_reason) {
  w->stats.n_bits++;
  Answer answer = ask_terms(w, SERVE_BITS, terms, n, io_model != NULL, deadline_ns, ret_reason);
  if (answer != ANSWER_YES || !io_model) return answer;
  get_model(w, io_model);
  return w->in.failed ? fail(w, false, ret_reason) : answer;
}

Answer worker_core(Worker *w, const Expr *terms, u32 n, u64 deadline_ns, bool *ret_in_core,
                   Reason *ret_reason) {
  w->stats.n_bits++;
  Answer answer = ask_terms(w, SERVE_CORE, terms, n, false, deadline_ns, ret_reason);
  if (answer != ANSWER_NO) return answer;
  const u8 *members = wire_get(&w->in, n);
  if (!members) return fail(w, false, ret_reason);
  for (u32 i = 0; i < n; i++) ret_in_core[i] = members[i];
  return answer;
}

Answer worker_ints(Worker *w, const IntNodes *arena, const u32 *roots, u32 n, u64 deadline_ns,
                   i64 *ret_values, u32 n_values, Reason *ret_reason) {
  w->stats.n_ints++;
  *ret_reason = REASON_NONE;
  if (!clock_left(deadline_ns)) return unknown(REASON_TIMEOUT, ret_reason);
  if (!ensure_process(w)) return unknown(REASON_CRASH, ret_reason);
  begin(w, SERVE_INTS);
  wire_put_u8(&w->out, w->reset_ints);
  w->reset_ints = false;
  put_int_nodes(w, arena);
  wire_put_u32(&w->out, timeout_ms(deadline_ns));
  put_sequence(&w->out, &w->roots, roots, n);
  Answer answer = ask(w, deadline_ns, ret_reason);
  if (answer != ANSWER_YES) return answer;
  get_values(w, ret_values, n_values);
  return w->in.failed ? fail(w, false, ret_reason) : answer;
}

bool worker_model_is_guess(const Worker *w) {
  return w->model_is_guess;
}

void worker_ints_reset(Worker *w) {
  forget_ints(w);
  w->reset_ints = true;
}

void worker_set_ended(Worker *w, const volatile sig_atomic_t *ended) {
  w->ended = ended;
}

WorkerStats worker_stats(const Worker *w) {
  return w->stats;
}

int worker_pid(const Worker *w) {
  return w->pid;
}
