/* bandit.c — the arm of the highest rate of gains, but none gets less than its sure part. */
#include "learn/bandit.h"

/* Each arm gets at least its fair part divided by this. */
static const double sure_part = 4;
/* What is left of older gains when an arm is pulled again. */
static const double fading = 0.8;

Bandit bandit_new(u32 n_arms) {
  assert(n_arms && n_arms <= MAX_ARMS);
  return (Bandit){.n_arms = n_arms};
}

static double rate(const BanditArm *a) { return a->spent > 0 ? a->gained / a->spent : 0; }

/* Is `a` to go before `b` where neither has to catch up?  The better one; else the one that had less. */
static bool is_before(const BanditArm *a, const BanditArm *b) {
  if (rate(a) != rate(b)) return rate(a) > rate(b);
  return a->share < b->share;
}

bool bandit_choose(const Bandit *b, u32 *ret_arm) {
  const BanditArm *best = NULL, *poorest = NULL;
  double all = 0;
  u32 n = 0;
  for (u32 i = 0; i < b->n_arms; i++) {
    const BanditArm *a = &b->arms[i];
    if (a->is_resting) continue;
    all += a->share;
    n++;
    if (!best || is_before(a, best)) best = a;
    if (!poorest || a->share < poorest->share) poorest = a;
  }
  if (!best) return false;
  bool is_owed = !poorest->n_pulls || poorest->share * sure_part * n < all;
  *ret_arm = (u32)((is_owed ? poorest : best) - b->arms);
  return true;
}

void bandit_feed(Bandit *b, u32 arm, double spent, double gained) {
  assert(arm < b->n_arms && spent > 0 && gained >= 0);
  BanditArm *a = &b->arms[arm];
  a->gained = a->gained * fading + gained;
  a->spent = a->spent * fading + spent;
  a->share += spent;
  a->n_pulls++;
}

/* The least that one at work has had. */
static double least_share(const Bandit *b) {
  double least = -1;
  for (u32 i = 0; i < b->n_arms; i++) {
    const BanditArm *a = &b->arms[i];
    if (!a->is_resting && (least < 0 || a->share < least)) least = a->share;
  }
  return MAX(least, 0);
}

void bandit_rest(Bandit *b, u32 arm, bool is_resting) {
  BanditArm *a = &b->arms[arm];
  assert(arm < b->n_arms);
  if (a->is_resting && !is_resting) a->share = MAX(a->share, least_share(b));
  a->is_resting = is_resting;
}
