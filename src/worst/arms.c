/* arms.c — the searches of a portfolio as arms: breeding, and local search from two beginnings. */
#include "paths/climb.h"
#include "paths/improve.h"
#include "worst/arm.h"

/* ---- breeding ------------------------------------------------------------------------------------ */

static Err breed_slice(SizeSearch *t, Portfolio *p, void *self, const Slice *s, SliceEnd *ret) {
  (void)self;
  InputSearch *c = portfolio_inputs(p, t);
  *ret = (SliceEnd){.is_exhausted = true};
  if (!c) return OK;
  u64 before = stat_of(&t->stats, &stat_inputs);
  u64 n = MIN(s->max_steps, UINT64_MAX / INPUTS_OF_STEP) * INPUTS_OF_STEP;
  TRY(input_search_breed(c, s->deadline_ns, n, UINT64_MAX));
  u64 n_inputs = stat_of(&t->stats, &stat_inputs) - before;
  *ret = (SliceEnd){.n_steps = (n_inputs + INPUTS_OF_STEP - 1) / INPUTS_OF_STEP, !n_inputs};
  return OK;
}

const ArmOps arm_breed = {.slice = breed_slice};

/* ---- local search -------------------------------------------------------------------------------- */

static Err climb_slice(SizeSearch *t, Portfolio *p, void *self, const Slice *s, SliceEnd *ret) {
  (void)p;
  enum { FOLLOWING_PART = 4 };
  bool goes_on;
  u64 before = stat_of(&t->stats, &stat_flips);
  /* What was bred at the end of a slice has no decisions yet. */
  TRY(size_search_follow(t, clock_left(s->deadline_ns) / FOLLOWING_PART));
  size_search_phase(t, ORIGIN_STEP_improve);
  TRY(climb_on(t, self, s->max_steps, &goes_on));
  *ret = (SliceEnd){stat_of(&t->stats, &stat_flips) - before, !goes_on};
  return OK;
}

const ArmOps arm_climb = {.n_bytes = sizeof(Climb), .slice = climb_slice};

/* ---- apart from the best ------------------------------------------------------------------------- */

typedef struct Apart {
  SizeSearch *size_search; /* borrowed from the search; NULL: not begun */
  Climb climb;
} Apart;

static void leave(Apart *a) {
  if (a->size_search) size_search_rest(a->size_search);
  *a = (Apart){0};
}

/* What it found counts if it is better; then the others go on from there. */
static void hand_over(SizeSearch *t, Apart *a) {
  SizeSearch *from = a->size_search;
  if (!from->best.is_found || !t->best.is_found || from->best.cost <= t->best.cost) return;
  size_search_phase(t, ORIGIN_STEP_improve);
  size_search_keep(t, &from->best);
  leave(a);
}

static Err apart_slice(SizeSearch *t, Portfolio *p, void *self, const Slice *s, SliceEnd *ret) {
  (void)p;
  Apart *a = self;
  bool is_new = !a->size_search, goes_on;
  if (is_new) a->size_search = search_training(t->search, t->size);
  SizeSearch *from = a->size_search;
  u64 n_paths = size_search_paths_possible(from), ns = from->ns, n_queries = from->n_queries;
  from->budget = t->budget;
  Err err = is_new ? climb_begin(from) : OK;
  u64 n_walked = size_search_paths_possible(from) - n_paths;
  size_search_phase(from, ORIGIN_STEP_improve);
  if (err == OK)
    err = climb_on(from, &a->climb, s->max_steps - MIN(n_walked, s->max_steps), &goes_on);
  size_search_phase_end(from);
  t->ns += from->ns - ns;
  t->n_queries += from->n_queries - n_queries;
  ret->n_steps = size_search_paths_possible(from) - n_paths;
  ret->is_exhausted = !from->best.is_found || !from->best.decisions.n;
  hand_over(t, a);
  if (err == OK && a->size_search && !goes_on) leave(a); /* the next time from other paths */
  return err;
}

static void apart_done(SizeSearch *t, void *self) {
  (void)t;
  leave(self);
}

const ArmOps arm_apart = {.n_bytes = sizeof(Apart), .slice = apart_slice, .done = apart_done};

/* ---- the table ----------------------------------------------------------------------------------- */

const ArmOps *const arm_rows[] = {
#define ARM(id) &arm_##id,
#include "worst/arms.def"
#undef ARM
};

const u32 n_arm_rows = ARRAY_LEN(arm_rows);
