/* arms_ese.c — evolutionary symbolic execution as arms: the genetic part and the local ones. */
#include "paths/evolution.h"
#include "paths/recalling.h"
#include "paths/turning.h"
#include "worst/arm.h"

typedef struct Crossing {
  Evolution *evolution; /* owned; NULL: not begun */
} Crossing;

static Err cross_slice(Trial *t, Portfolio *p, void *self, const Slice *s, SliceEnd *ret) {
  Crossing *c = self;
  (void)p;
  u64 before = trial_paths_possible(t);
  if (!c->evolution) {
    EseOptions o = ese_plus_options_read(hunt_options(t->hunt, &ese_plus_options)).ese;
    c->evolution = evolution_new(t, &o);
  }
  trial_phase(t, FINDER_STEP_cross);
  TRY(evolution_run(c->evolution, s->deadline_ns, s->max_steps));
  *ret = (SliceEnd){trial_paths_possible(t) - before, evolution_is_over(c->evolution)};
  return OK;
}

static void cross_done(Trial *t, void *self) {
  (void)t;
  evolution_free(((Crossing *)self)->evolution);
}

const ArmOps arm_cross = {.n_bytes = sizeof(Crossing), .slice = cross_slice, .done = cross_done};

typedef struct Turner {
  Turning *turning; /* owned; NULL: not begun */
} Turner;

static Err turn_slice(Trial *t, Portfolio *p, void *self, const Slice *s, SliceEnd *ret) {
  Turner *u = self;
  bool goes_on;
  (void)p;
  if (!u->turning) {
    TurningOptions o = ese_plus_options_read(hunt_options(t->hunt, &ese_plus_options)).turning;
    u->turning = turning_new(t, &o);
  }
  trial_phase(t, FINDER_STEP_turn);
  TRY(turning_run(u->turning, s->deadline_ns, s->max_steps, &ret->n_steps, &goes_on));
  ret->is_dry = !goes_on;
  return OK;
}

static void turn_done(Trial *t, void *self) {
  (void)t;
  turning_free(((Turner *)self)->turning);
}

const ArmOps arm_turn = {.n_bytes = sizeof(Turner), .slice = turn_slice, .done = turn_done};

typedef struct Recaller {
  Recalling *recalling; /* owned; NULL: not begun */
} Recaller;

static Err recall_slice(Trial *t, Portfolio *p, void *self, const Slice *s, SliceEnd *ret) {
  Recaller *r = self;
  bool goes_on;
  if (!r->recalling) r->recalling = recalling_new(t, &p->precedents);
  trial_phase(t, FINDER_STEP_recall);
  TRY(recalling_run(r->recalling, s->max_steps, &ret->n_steps, &goes_on));
  ret->is_dry = !goes_on;
  return OK;
}

static void recall_done(Trial *t, void *self) {
  (void)t;
  recalling_free(((Recaller *)self)->recalling);
}

const ArmOps arm_recall = {.n_bytes = sizeof(Recaller), .slice = recall_slice, .done = recall_done};
