/* arms_ese.c — evolutionary symbolic execution as arms: the genetic part and the local ones. */
#include "paths/call_replay.h"
#include "paths/evolution.h"
#include "paths/turning.h"
#include "worst/arm.h"

typedef struct Crossing {
  Evolution *evolution; /* owned; NULL: not begun */
} Crossing;

static Err cross_slice(SizeSearch *t, Portfolio *p, void *self, const Slice *s, SliceEnd *ret) {
  Crossing *c = self;
  (void)p;
  u64 before = size_search_paths_possible(t);
  if (!c->evolution) {
    EseOptions o = ese_plus_options_read(search_options(t->search, &ese_plus_options)).ese;
    c->evolution = evolution_new(t, &o);
  }
  size_search_phase(t, ORIGIN_STEP_cross);
  TRY(evolution_run(c->evolution, s->deadline_ns, s->max_steps));
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

static Err turn_slice(SizeSearch *t, Portfolio *p, void *self, const Slice *s, SliceEnd *ret) {
  Turner *u = self;
  bool goes_on;
  (void)p;
  if (!u->turning) {
    TurningOptions o = ese_plus_options_read(search_options(t->search, &ese_plus_options)).turning;
    u->turning = turning_new(t, &o);
  }
  size_search_phase(t, ORIGIN_STEP_turn);
  TRY(turning_run(u->turning, s->deadline_ns, s->max_steps, &ret->n_steps, &goes_on));
  ret->is_exhausted = !goes_on;
  return OK;
}

static void turn_done(SizeSearch *t, void *self) {
  (void)t;
  turning_free(((Turner *)self)->turning);
}

const ArmOps arm_turn = {.n_bytes = sizeof(Turner), .slice = turn_slice, .done = turn_done};

typedef struct Replayer {
  CallReplay *call_replay; /* owned; NULL: not begun */
} Replayer;

static Err replay_slice(SizeSearch *t, Portfolio *p, void *self, const Slice *s, SliceEnd *ret) {
  Replayer *r = self;
  bool goes_on;
  if (!r->call_replay) r->call_replay = call_replay_new(t, &p->precedents);
  size_search_phase(t, ORIGIN_STEP_replay);
  TRY(call_replay_run(r->call_replay, s->max_steps, &ret->n_steps, &goes_on));
  ret->is_exhausted = !goes_on;
  return OK;
}

static void replay_done(SizeSearch *t, void *self) {
  (void)t;
  call_replay_free(((Replayer *)self)->call_replay);
}

const ArmOps arm_replay = {.n_bytes = sizeof(Replayer), .slice = replay_slice, .done = replay_done};
