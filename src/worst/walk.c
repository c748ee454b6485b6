/* walk.c — one random path; see walk.h. */
#include "worst/walk.h"

#include "expr/values.h"

/* Of a value that the term may have; perhaps not on this path. */
static u64 split_side(Rng *rng, const Choice *c) {
  u64 values[MAX_VALUES_LISTED];
  u32 n = expr_values(c->term, c->limit, values);
  return values[rng_below(rng, n)] - c->least;
}

u64 walk_side(Rng *rng, const State *s) {
  if (s->choice.kind == CHOICE_BRANCH) return rng_below(rng, 2);
  if (s->choice.kind == CHOICE_SPLIT) return split_side(rng, &s->choice);
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
  case CHOICE_SPLIT:
    break;
  }
  return (Advice){.kind = ADVICE_ANY};
}

static Advice walk_advise(Guide *g, const Vm *vm, const State *s) {
  Walk *w = (Walk *)g;
  (void)vm;
  if (!choice_is_branch(s->choice.kind)) return walk_on(s);
  return (Advice){.kind = ADVICE_PREFER, .side = walk_side(&w->rng, s)};
}

Walk walk_guide(u64 seed) {
  return (Walk){.guide = {walk_advise}, .rng = {seed}};
}
