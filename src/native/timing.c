/* timing.c — repeats native runs, as hyperfine does.
 *
 * Outliers are those whose modified z-score exceeds 3.5: 0.6745 * |x - median| over the median of all
 * such distances (Iglewicz and Hoaglin, "How to Detect and Handle Outliers", 1993).
 */
#include "native/timing.h"

#include "base/clock.h"

#include <stdlib.h>
#include <sys/wait.h>

enum { MIN_RUNS = 3, USUAL_RUNS = 5, MAX_RUNS = 25, STABLE_PERCENT = 2 };

static int compare(const void *a, const void *b) {
  u64 x = *(const u64 *)a, y = *(const u64 *)b;
  return (x > y) - (x < y);
}

static u64 distance(u64 a, u64 b) { return a > b ? a - b : b - a; }

Timing timing_of(u64 *ns, u32 n) {
  assert(n);
  U64Vec far = {0};
  qsort(ns, n, sizeof *ns, compare);
  Timing t = {.ns = ns[n / 2], .n_runs = n};
  for (u32 i = 0; i < n; i++) vec_push(&far, distance(ns[i], t.ns));
  qsort(far.at, far.n, sizeof *far.at, compare);
  u64 usual = far.at[n / 2];
  for (u32 i = 0; i < n; i++)
    t.n_outliers += usual && 0.6745 * (double)far.at[i] / (double)usual > 3.5;
  vec_free(&far);
  return t;
}

/* Did the median hardly change by the last two runs? */
static bool is_stable(const U64Vec *ns) {
  U64Vec all = {0}, before = {0};
  vec_append(&all, ns->at, ns->n);
  vec_append(&before, ns->at, ns->n - 2);
  u64 now = timing_of(all.at, all.n).ns, then = timing_of(before.at, before.n).ns;
  vec_free(&all);
  vec_free(&before);
  return distance(now, then) * 100 <= now * STABLE_PERCENT;
}

static TimingEnd end_of(const ReplayEnd *e) {
  cleanup(text_free) Text said = {0};
  if (e->child.is_late) return TIMING_LATE;
  bool is_good = WIFEXITED(e->child.status) && !replay_library_said(e, &said);
  return is_good ? TIMING_OK : TIMING_BAD;
}

Err timing_run(const Replay *r, const char *test, u64 limit_ns, TimingEnd *ret_end,
               ReplayEnd *ret_run, u64 *ret_ns) {
  TRY(replay_run(r, test, limit_ns, false, ret_run));
  *ret_end = end_of(ret_run);
  *ret_ns = ret_run->has_counts ? ret_run->own_ns : ret_run->child.ns;
  return OK;
}

Err timing_measure(const Replay *r, const char *test, u64 limit_ns, u64 deadline_ns,
                   TimingEnd *ret_end, Timing *ret) {
  U64Vec all = {0};
  Err err = OK;
  u64 n_instructions = 0;
  *ret_end = TIMING_OK;
  for (u32 run = 0; run <= MAX_RUNS; run++) {
    cleanup(replay_end_done) ReplayEnd end = {0};
    u64 ns = 0;
    err = timing_run(r, test, limit_ns, ret_end, &end, &ns);
    if (err != OK || *ret_end != TIMING_OK) break;
    n_instructions = end.child.n_instructions;
    if (run) vec_push(&all, ns); /* the first warms up */
    if (all.n >= MIN_RUNS && !clock_left(deadline_ns)) break;
    if (all.n >= USUAL_RUNS && is_stable(&all)) break;
  }
  if (err == OK && *ret_end == TIMING_OK) {
    *ret = timing_of(all.at, all.n);
    ret->n_instructions = n_instructions;
  }
  vec_free(&all);
  return err;
}
