/* walk.c — takes a random side at each branch, switch and split index, if some input goes there.
 * Checks are passed where they can be, and at other choices the path goes on with any side. */
#include "paths/walk.h"

Advice walk_on(ChoiceKind kind) {
  if (kind == CHOICE_CHECK) return (Advice){.kind = ADVICE_PREFER, .side = 1};
  if (kind == CHOICE_ASSUME) return (Advice){.kind = ADVICE_ALL};
  return (Advice){.kind = ADVICE_ANY};
}

static Advice walk_advise(Guide *g, const Situation *at, void *memory) {
  Walk *w = (Walk *)g;
  (void)memory;
  if (!choice_is_branch(at->choice->kind)) return walk_on(at->choice->kind);
  return (Advice){.kind = ADVICE_PREFER, .side = situation_random_side(at, &w->rng)};
}

static const GuideOps walk_ops = {.advise = walk_advise};

Walk walk_guide(u64 seed) { return (Walk){.guide = {&walk_ops}, .rng = {seed}}; }
