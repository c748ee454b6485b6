/* footholds.c — runs a path again and keeps states at equal distances. */
#include "paths/footholds.h"

#include "explore/follow.h"

Err footholds_set(Footholds *f, Trial *t, const DecisionVec *path, Model *model, u32 n) {
  footholds_clear(f, t);
  U32Vec at = {0};
  for (u32 i = 0; i < n; i++) vec_push(&at, (u32)((u64)path->n * i / n));
  Follow rest = follow_guide(NULL, 0);
  TrialRun run = {
      .guide = &rest.guide,
      .time_part = 2,
      .start = {.decisions = path->at, .n_decisions = path->n, .model = model},
      .keeps = {.at = at.at, .n = at.n, .kept = &f->kept},
  };
  Err err = trial_run(t, &run, NULL);
  vec_free(&at);
  return err;
}

void footholds_clear(Footholds *f, Trial *t) {
  for (u32 i = 0; i < f->kept.n; i++) state_free(trial_vm(t), f->kept.at[i]);
  vec_free(&f->kept);
}

State *footholds_before(const Footholds *f, u32 n_decisions) {
  State *best = NULL;
  for (u32 i = 0; i < f->kept.n && path_length(f->kept.at[i]->path) <= n_decisions; i++)
    best = f->kept.at[i];
  return best;
}
