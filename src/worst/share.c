/* share.c — a bandit (learn/bandit.h) chooses which arm (arm.h) has the next slice of the time.
 *
 * A gain is the logarithm of how much more the best costs, so that gains at different costs
 * compare.  What is spent is time; where paths are limited or nothing is, it is steps, and then
 * the same seed gives the same search.  An arm that made hardly a step in its slice gets longer ones.
 *
 * It ends early where it seems hopeless: after many steps without a gain, and where time is limited also a good part of it.
 */
#include "worst/share.h"

#include "learn/bandit.h"
#include "search/time_parts.h"

#include <math.h>

/* Steps without a gain after which it is over: so many, and so many times those until the last gain. */
enum { MANY_STEPS = SIZED(15000, 60), TIMES_LAST = 4 };
/* Steps of a slice where nothing else ends it; fewer than these made in a slice are hardly any. */
enum { SLICE_STEPS = SIZED(200, 10), FEW_STEPS = 4 };
/* Where time is limited: PART_NO_GAIN of it without a gain, or so much. */
static const u64 long_no_gain_ns = SIZED(20, 0) * NS_PER_S;
static const u64 least_slice_ns = 20 * NS_PER_MS, most_slice_ns = NS_PER_S;

typedef struct Sharing {
  SizeSearch *size_search;   /* borrowed */
  const ShareConfig *config; /* borrowed; its arms are those of the bandit */
  Bandit bandit;
  void *selves[MAX_ARMS]; /* owned */
  u32 longer[MAX_ARMS];   /* slices of an arm are longer by this power of 2 */
  u64 n_steps, n_at_gain; /* of all arms; when the best last became better */
  u64 ns_at_gain;         /* the time then, or at the beginning */
  u64 no_gain_ns;         /* so long it goes on without a gain in any case */
  u64 max_steps;
} Sharing;

/* Where the paths are counted, so is everything else: then a deadline only ends it. */
static bool is_timed(const Sharing *s) {
  return s->size_search->budget.deadline_ns != NEVER_NS && s->max_steps == UINT64_MAX;
}

static bool is_hopeless(const Sharing *s) {
  u64 no_gain = s->n_steps - s->n_at_gain;
  if (no_gain < MANY_STEPS || no_gain < TIMES_LAST * s->n_at_gain) return false;
  return !is_timed(s) || clock_ns() - s->ns_at_gain >= s->no_gain_ns;
}

static bool is_over(Sharing *s) {
  return is_hopeless(s) || s->n_steps >= s->max_steps || size_search_is_spent(s->size_search);
}

/* The time of a slice, beginning now. */
static u64 slice_end(const Sharing *s, u32 arm) {
  if (!is_timed(s)) return s->size_search->budget.deadline_ns;
  u64 left = clock_left(s->size_search->budget.deadline_ns);
  u64 ns = MIN(MAX(left / PART_SLICE, least_slice_ns), most_slice_ns) << s->longer[arm];
  assert(ns);
  return clock_after(MIN(ns, MAX(left / PART_LONGEST_SLICE, least_slice_ns)));
}

static Slice slice_of(const Sharing *s, u32 arm) {
  assert(s->n_steps < s->max_steps);
  u64 end = slice_end(s, arm), left = s->max_steps - s->n_steps;
  return (Slice){.max_steps = is_timed(s) ? left : MIN(left, SLICE_STEPS),
                 .deadline_ns = MIN(end, s->size_search->budget.deadline_ns),
                 .inputs = s->config->inputs};
}

static double gain(u64 before, u64 now) {
  return now > before ? log((double)now / (double)MAX(before, 1u)) : 0;
}

/* Something was found: arms that had nothing to do have work again. */
static void wake_all(Sharing *s) {
  for (u32 i = 0; i < s->bandit.n_arms; i++) bandit_rest(&s->bandit, i, false);
  s->n_at_gain = s->n_steps;
  s->ns_at_gain = clock_ns();
}

static void learn(Sharing *s, u32 arm, const SliceEnd *end, u64 ns, u64 before) {
  assert(arm < s->bandit.n_arms && s->size_search->best.cost >= before);
  enum { LONGEST = 6 };
  double spent = is_timed(s) ? (double)MAX(ns, 1u) : (double)MAX(end->n_steps, 1u);
  u64 now = s->size_search->best.cost;
  bandit_feed(&s->bandit, arm, spent, gain(before, now));
  bool is_slow = is_timed(s) && end->n_steps < FEW_STEPS && !end->is_exhausted;
  if (is_slow && s->longer[arm] < LONGEST) s->longer[arm]++;
  s->n_steps += MAX(end->n_steps, 1u); /* so that it ends also if no arm does anything */
  if (now > before) wake_all(s);
  if (end->is_exhausted && now == before) bandit_rest(&s->bandit, arm, true);
}

/* What was bred in the background counts for no arm. */
static Err meet(Sharing *s) {
  u64 before = s->size_search->best.cost;
  TRY(breeder_exchange(s->config->breeder, s->size_search));
  if (s->size_search->best.cost > before) wake_all(s);
  return OK;
}

static Err run_slice(const Sharing *s, u32 arm, SliceEnd *ret) {
  SizeSearch *t = s->size_search;
  Slice slice = slice_of(s, arm);
  cleanup(deadline_restore) DeadlineScope scope = deadline_narrow(&t->budget, slice.deadline_ns);
  return s->config->arms[arm]->slice(t, s->selves[arm], &slice, ret);
}

static Err pull(Sharing *s, u32 arm) {
  SizeSearch *t = s->size_search;
  SliceEnd end = {0};
  u64 begin = clock_ns(), before = t->best.cost;
  Err err = run_slice(s, arm, &end);
  size_search_phase_end(t);
  if (err == OK) learn(s, arm, &end, clock_ns() - begin, before);
  return err == OK ? meet(s) : err;
}

static void say(SizeSearch *t, Origin first, u64 cost) {
  cleanup(text_free) Text by = {0};
  text_add(&by, origin_words[first]);
  if (t->best.cost > cost)
    text_addf(&by, ", improved from %llu by %s", (unsigned long long)cost,
              origin_words[vec_last(&t->history).origin]);
  else
    text_add(&by, "; other searches found nothing worse");
  size_search_say(t, "%s%s", text_c(&by), size_search_is_spent(t) ? "; stopped by a limit" : "");
}

void share_add(ShareConfig *c, ArmSet arms) {
  for (u32 i = 0; i < ARM_COUNT; i++)
    if (arms >> i & 1) c->arms[c->n_arms++] = arm_rows[i].ops;
  assert(c->n_arms <= ARM_COUNT);
}

Err share_search(SizeSearch *t, const ShareConfig *config) {
  static_assert((u32)ARM_COUNT <= (u32)MAX_ARMS, "the bandit has too few arms");
  u32 n_arms = config->n_arms;
  assert(t->best.is_found && n_arms <= ARM_COUNT);
  Sharing s = {.size_search = t,
               .config = config,
               .bandit = bandit_new(n_arms),
               .ns_at_gain = clock_ns(),
               .no_gain_ns = MIN(clock_left(t->budget.deadline_ns) / PART_NO_GAIN, long_no_gain_ns),
               .max_steps = t->budget.max_paths};
  Origin first = vec_last(&t->history).origin;
  u64 cost = t->best.cost;
  u32 arm;
  Err err = OK;
  for (u32 i = 0; i < n_arms; i++) s.selves[i] = mem_new(MAX(config->arms[i]->n_bytes, 1u));
  err = meet(&s);
  while (err == OK && !is_over(&s) && bandit_choose(&s.bandit, &arm)) err = pull(&s, arm);
  for (u32 i = 0; i < n_arms; i++) {
    if (config->arms[i]->done) config->arms[i]->done(t, s.selves[i]);
    mem_free(s.selves[i]);
  }
  say(t, first, cost);
  return err;
}
