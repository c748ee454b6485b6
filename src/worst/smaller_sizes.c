/* smaller_sizes.c — a few smaller sizes for any program, a ramp of them for a recursive one.
 *
 * A recursive program meets every smaller size on its way.  From one size to the next little changes:
 * precedents say what most calls are to do, and what is left is the outermost call.  So the sizes are
 * close together, and have time in proportion to their sizes.
 */
#include "worst/smaller_sizes.h"

#include "paths/call_replay.h"
#include "worst/adversary_search.h"
#include "worst/share.h"

/* Of the time and the paths of a size, this part for a few smaller sizes, or for a ramp. */
enum { ISLANDS_PART = 3, RAMP_PART = 2 };
enum { N_ISLANDS = 2, MIN_ISLAND = 8 };
/* The first size; from one to the next it is one more, and later this part of it. */
enum { FIRST_RAMP_SIZE = 6, STAIR_PART = 10 };
/* Of all sizes, where nothing limits the time. */
enum { MOST_STEPS = SIZED(20000, 200) };

/* What a smaller size may spend of what there is. */
typedef struct Share {
  u64 left_ns, max_paths;
  u64 numerator, denominator;
} Share;

static u64 part_of(const Share *s, u64 all) {
  return all == UINT64_MAX ? all : (u64)((u128)all * s->numerator / s->denominator);
}

static Err search_smaller_size(SizeSearch *t, Portfolio *p, u64 size, const Share *share,
                               const ArmOps *const *arms, u32 n_arms) {
  enum { PLAIN_PART = 6 };
  SizeSearch *smaller = search_training(t->search, size);
  InputSearch *c;
  u64 ns = part_of(share, share->left_ns);
  u64 plain_ns = MIN(portfolio_plain_ns(t->search), ns / PLAIN_PART);
  smaller->budget = t->budget;
  smaller->budget.max_paths = part_of(share, share->max_paths);
  if (ns != UINT64_MAX) smaller->budget.deadline_ns = clock_after(ns);
  Err err = input_search_open(smaller, &p->vocabulary, &c);
  vec_push(&p->input_searches, c);
  if (err == OK) err = input_search_seed(c, plain_ns);
  if (err == OK) err = adversary_plain(c, plain_ns);
  if (err == OK) err = input_search_extend(c, plain_ns);
  if (err == OK && smaller->best.is_found) err = share_search_among(smaller, p, arms, n_arms);
  evaluator_rest(&c->evaluator);
  size_search_rest(smaller);
  return err;
}

Err smaller_sizes_search(SizeSearch *t, Portfolio *p, const ArmOps *const *arms, u32 n_arms) {
  Share share = {clock_left(t->budget.deadline_ns), t->budget.max_paths, 1,
                 ISLANDS_PART * N_ISLANDS};
  for (u32 i = N_ISLANDS; i; i--) {
    u64 size = t->size >> i;
    if (size >= MIN_ISLAND && !search_at_size(t->search, size))
      TRY(search_smaller_size(t, p, size, &share, arms, n_arms));
  }
  return OK;
}

/* ---- stairs -------------------------------------------------------------------------------------- */

/* It only follows the best path, which somebody else has found. */
static Err is_recursive(SizeSearch *t, Portfolio *p, bool *ret) {
  u64 n_steps;
  Origin origin = vec_last(&t->history).origin;
  CallReplay *r = call_replay_new(t, &p->precedents);
  size_search_phase(t, ORIGIN_STEP_replay);
  Err err = call_replay_run(r, 0, &n_steps, ret);
  vec_last(&t->history).origin = origin;
  size_search_phase_end(t);
  call_replay_free(r);
  return err;
}

static u64 next_ramp_size(u64 size) {
  return size + MAX(1, size / STAIR_PART);
}

Err size_ramp_search(SizeSearch *t, Portfolio *p, bool *ret_climbed) {
  static const ArmOps *const arms[] = {&arm_replay, &arm_breed};
  *ret_climbed = false;
  if (!t->best.is_found || t->size <= FIRST_RAMP_SIZE) return OK;
  TRY(is_recursive(t, p, ret_climbed));
  if (!*ret_climbed) return OK;
  Share share = {clock_left(t->budget.deadline_ns), t->budget.max_paths, 0, 0};
  if (share.left_ns == UINT64_MAX) share.max_paths = MIN(share.max_paths, MOST_STEPS);
  for (u64 n = FIRST_RAMP_SIZE; n < t->size; n = next_ramp_size(n))
    share.denominator += RAMP_PART * n;
  for (u64 n = FIRST_RAMP_SIZE; n < t->size && !size_search_is_spent(t); n = next_ramp_size(n)) {
    share.numerator = n;
    if (!search_at_size(t->search, n))
      TRY(search_smaller_size(t, p, n, &share, arms, ARRAY_LEN(arms)));
  }
  return OK;
}
