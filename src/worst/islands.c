/* islands.c — a few islands for any program, a stairway of them for a recursive one.
 *
 * A recursive program meets every smaller size on its way.  From one stair to the next little changes:
 * precedents say what most calls are to do, and what is left is the outermost call.  So the stairs are
 * close together, and have time in proportion to their sizes.
 */
#include "worst/islands.h"

#include "paths/recalling.h"
#include "worst/duel.h"
#include "worst/share.h"

/* Of the time and the paths of a size, this part for a few islands, or for a stairway. */
enum { ISLANDS_PART = 3, STAIRS_PART = 2 };
enum { N_ISLANDS = 2, MIN_ISLAND = 8 };
/* The first stair; from one to the next it is one more, and later this part of it. */
enum { FIRST_STAIR = 6, STAIR_PART = 10 };
/* Of all stairs, where nothing limits the time. */
enum { MOST_STEPS = SIZED(20000, 200) };

/* What an island may spend of what there is. */
typedef struct Share {
  u64 left_ns, max_paths;
  u64 numerator, denominator;
} Share;

static u64 part_of(const Share *s, u64 all) {
  return all == UINT64_MAX ? all : (u64)((u128)all * s->numerator / s->denominator);
}

static Err search_island(Trial *t, Portfolio *p, u64 size, const Share *share,
                         const ArmOps *const *arms, u32 n_arms) {
  enum { PLAIN_PART = 6 };
  Trial *island = hunt_training(t->hunt, size);
  Colony *c;
  u64 ns = part_of(share, share->left_ns);
  u64 plain_ns = MIN(portfolio_plain_ns(t->hunt), ns / PLAIN_PART);
  island->budget = t->budget;
  island->budget.max_paths = part_of(share, share->max_paths);
  if (ns != UINT64_MAX) island->budget.deadline_ns = clock_after(ns);
  Err err = colony_open(island, &p->vocabulary, &c);
  vec_push(&p->colonies, c);
  if (err == OK) err = colony_seed(c, plain_ns);
  if (err == OK) err = duel_plain(c, plain_ns);
  if (err == OK) err = colony_extend(c, plain_ns);
  if (err == OK && island->best.is_found) err = share_search_among(island, p, arms, n_arms);
  judge_rest(&c->judge);
  trial_rest(island);
  return err;
}

Err islands_search(Trial *t, Portfolio *p, const ArmOps *const *arms, u32 n_arms) {
  Share share = {clock_left(t->budget.deadline_ns), t->budget.max_paths, 1,
                 ISLANDS_PART * N_ISLANDS};
  for (u32 i = N_ISLANDS; i; i--) {
    u64 size = t->size >> i;
    if (size >= MIN_ISLAND && !hunt_trial(t->hunt, size))
      TRY(search_island(t, p, size, &share, arms, n_arms));
  }
  return OK;
}

/* ---- stairs -------------------------------------------------------------------------------------- */

/* It only follows the best path, which somebody else has found. */
static Err is_recursive(Trial *t, Portfolio *p, bool *ret) {
  u64 n_steps;
  Finder finder = vec_last(&t->history).finder;
  Recalling *r = recalling_new(t, &p->precedents);
  trial_phase(t, FINDER_STEP_recall);
  Err err = recalling_run(r, 0, &n_steps, ret);
  vec_last(&t->history).finder = finder;
  trial_phase_end(t);
  recalling_free(r);
  return err;
}

static u64 next_stair(u64 size) {
  return size + MAX(1, size / STAIR_PART);
}

Err islands_climb(Trial *t, Portfolio *p, bool *ret_climbed) {
  static const ArmOps *const arms[] = {&arm_recall, &arm_breed};
  *ret_climbed = false;
  if (!t->best.is_found || t->size <= FIRST_STAIR) return OK;
  TRY(is_recursive(t, p, ret_climbed));
  if (!*ret_climbed) return OK;
  Share share = {clock_left(t->budget.deadline_ns), t->budget.max_paths, 0, 0};
  if (share.left_ns == UINT64_MAX) share.max_paths = MIN(share.max_paths, MOST_STEPS);
  for (u64 n = FIRST_STAIR; n < t->size; n = next_stair(n)) share.denominator += STAIRS_PART * n;
  for (u64 n = FIRST_STAIR; n < t->size && !trial_is_spent(t); n = next_stair(n)) {
    share.numerator = n;
    if (!hunt_trial(t->hunt, n)) TRY(search_island(t, p, n, &share, arms, ARRAY_LEN(arms)));
  }
  return OK;
}
