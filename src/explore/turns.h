/* turns.h — several searches have turns of some steps, by what each finds.
 *
 * What a search's steps were the first to take (vm/exec/cover.h), for what they cost, decides who has the next
 * turn (learn/bandit.h); what others take in between, changed tests and what they lead to, is to nobody's
 * credit.  Nothing depends on the clock.
 */
#pragma once

#include "explore/searcher.h"
#include "learn/bandit.h"

/* What a decision costs besides, in instructions. */
enum { STEP_COST = 2000 };

typedef struct Turns {
  const Vm *vm; /* borrowed; NULL: nothing is ever found */
  Bandit bandit;
  u32 at;     /* whose turn it is */
  u32 n_left; /* steps of it */
  double spent, gained;
  u32 n_seen;      /* when it last picked */
  bool is_running; /* what it picked */
} Turns;

Turns turns_new(const Vm *vm, u32 n);

/* Which one has the next step; false: all are resting. */
bool turns_next(Turns *t, u32 *ret);
/* What was picked ran so far, or ended; more than once is no harm. */
void turns_ran(Turns *t, u64 n_instructions);
/* It has no leaf; or has one again. */
void turns_rest(Turns *t, u32 who, bool is_resting);
