/* arms.c — searches of other rooms as arms: breeding of inputs, local search, and the parts of ese+. */
#include "search/time_parts.h"
#include "worst/arm.h"

#include "inputs/input_search.h"
#include "paths/climb.h"
#include "paths/evolution.h"
#include "paths/improve.h"
#include "paths/turning.h"

/* ---- breeding ------------------------------------------------------------------------------------ */

static Err breed_slice(SizeSearch *t, void *self, const Slice *s, SliceEnd *ret) {
  (void)self;
  InputSearch *c = s->inputs;
  *ret = (SliceEnd){.is_exhausted = true};
  if (!c) return OK;
  u64 before = stat_of(&t->stats, &stat_inputs);
  u64 n = MIN(s->max_steps, UINT64_MAX / INPUTS_OF_STEP) * INPUTS_OF_STEP;
  TRY(input_search_breed(c, s->deadline_ns, n, UINT64_MAX));
  u64 n_inputs = stat_of(&t->stats, &stat_inputs) - before;
  *ret = (SliceEnd){.n_steps = (n_inputs + INPUTS_OF_STEP - 1) / INPUTS_OF_STEP, !n_inputs};
  return OK;
}

const ArmOps arm_ga = {.slice = breed_slice};

/* ---- local search -------------------------------------------------------------------------------- */

static Err climb_slice(SizeSearch *t, void *self, const Slice *s, SliceEnd *ret) {
  bool goes_on;
  u64 before = stat_of(&t->stats, &stat_flips);
  /* What was bred at the end of a slice has no decisions yet. */
  TRY(size_search_follow(t, clock_left(s->deadline_ns) / PART_FOLLOWING));
  size_search_phase(t, ORIGIN_improve);
  TRY(climb_on(t, self, s->max_steps, &goes_on));
  *ret = (SliceEnd){stat_of(&t->stats, &stat_flips) - before, !goes_on};
  return OK;
}

const ArmOps arm_improve = {.n_bytes = sizeof(Climb), .slice = climb_slice};

/* ---- path conditions ----------------------------------------------------------------------------- */

typedef struct Crossing {
  Evolution *evolution; /* owned; NULL: not begun */
} Crossing;

static Err cross_slice(SizeSearch *t, void *self, const Slice *s, SliceEnd *ret) {
  Crossing *c = self;
  u64 before = size_search_paths_possible(t);
  if (!c->evolution) {
    EseOptions o = ese_options_plus();
    c->evolution = evolution_new(t, &o);
  }
  size_search_phase(t, ORIGIN_cross);
  TRY(evolution_run(c->evolution, s->max_steps));
  *ret = (SliceEnd){size_search_paths_possible(t) - before, evolution_is_over(c->evolution)};
  return OK;
}

static void cross_done(SizeSearch *t, void *self) {
  (void)t;
  evolution_free(((Crossing *)self)->evolution);
}

const ArmOps arm_cross = {.n_bytes = sizeof(Crossing), .slice = cross_slice, .done = cross_done};

typedef struct Turner {
  Turning *turning; /* owned; NULL: not begun */
} Turner;

static Err turn_slice(SizeSearch *t, void *self, const Slice *s, SliceEnd *ret) {
  Turner *u = self;
  bool goes_on;
  if (!u->turning) u->turning = turning_new(t, false);
  size_search_phase(t, ORIGIN_turn);
  TRY(turning_run(u->turning, s->max_steps, &ret->n_steps, &goes_on));
  ret->is_exhausted = !goes_on;
  return OK;
}

static void turn_done(SizeSearch *t, void *self) {
  (void)t;
  turning_free(((Turner *)self)->turning);
}

const ArmOps arm_turn = {.n_bytes = sizeof(Turner), .slice = turn_slice, .done = turn_done};
