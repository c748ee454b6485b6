/* bandit.h — which of several searches goes on next: by what each has gained for what it spent.
 *
 * The arms are called by number.  The caller who pulls one reports what it spent (time, or a count of steps)
 * and what it gained.  Nothing is drawn at random: the same figures give the same choices.
 *
 * After: the multi-armed bandit of operator and algorithm selection (Fialho, Da Costa, Schoenauer,
 * Sebag, "Analyzing bandit-based adaptive operator selection mechanisms", 2010): gains fade, because
 * an arm that was good soon finds nothing more.
 * Differs: every arm gets at least a part of what is spent, in place of a bonus for what is uncertain.
 * Gains of searches are rare and of any size, so that no bonus is right for all of them.
 */
#pragma once

#include "base/base.h"

enum { MAX_ARMS = 16 };

typedef struct BanditArm {
  bool is_resting;      /* not to be chosen now */
  double gained, spent; /* that still count: older ones have faded */
  double share;         /* all that it spent; back from a rest at least what every other one did */
  u64 n_pulls;
} BanditArm;

typedef struct Bandit {
  u32 n_arms;
  BanditArm arms[MAX_ARMS];
} Bandit;

Bandit bandit_new(u32 n_arms);

/* The arm to pull next; false: all are resting. */
bool bandit_choose(const Bandit *b, u32 *ret_arm);

/* It spent so much, more than 0, and gained so much, 0 or more. */
void bandit_feed(Bandit *b, u32 arm, double spent, double gained);

/* It has nothing to do for now; or has again, and then does not catch up on what the others got meanwhile. */
void bandit_rest(Bandit *b, u32 arm, bool is_resting);
