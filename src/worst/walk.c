/* walk.c — one random path; see walk.h. */
#include "worst/walk.h"

u64 walk_side(Rng *rng, const State *s) {
  if (s->choice.kind == CHOICE_BRANCH) return rng_below(rng, 2);
  const Fn *fn = s->top->fn;
  const Switch *sw = &fn->switches[s->choice.reg];
  u64 k = rng_below(rng, sw->n_cases + 1);
  return k < sw->n_cases ? fn->cases[sw->first_case + k].pc : sw->other;
}

Advice walk_on(const State *s) {
  switch (s->choice.kind) {
  case CHOICE_CHECK:
    return (Advice){.kind = ADVICE_PREFER, .side = 1};
  case CHOICE_ASSUME:
    return (Advice){.kind = ADVICE_ALL};
  case CHOICE_NONE:
  case CHOICE_BRANCH:
  case CHOICE_SWITCH:
  case CHOICE_ADDRESS:
  case CHOICE_VALUE:
    break;
  }
  return (Advice){.kind = ADVICE_ANY};
}

static Advice walk_advise(Guide *g, const Vm *vm, const State *s) {
  Walk *w = (Walk *)g;
  (void)vm;
  if (s->choice.kind != CHOICE_BRANCH && s->choice.kind != CHOICE_SWITCH) return walk_on(s);
  return (Advice){.kind = ADVICE_PREFER, .side = walk_side(&w->rng, s)};
}

Walk walk_guide(u64 seed) {
  return (Walk){.guide = {walk_advise}, .rng = {seed}};
}
