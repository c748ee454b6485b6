/* checkpoints.c — runs a path again and keeps states at equal distances. */
#include "paths/checkpoints.h"

#include "explore/follow.h"

Err checkpoints_set(Checkpoints *f, SizeSearch *t, const DecisionVec *path, Model *model, u32 n) {
  assert(n && path);
  checkpoints_clear(f, t);
  U32Vec at = {0};
  for (u32 i = 0; i < n; i++) vec_push(&at, (u32)((u64)path->n * i / n));
  Follow rest = follow_guide(NULL, 0);
  SearchRun run = {
      .guide = &rest.guide,
      .time_part = 2,
      .start = {.decisions = path->at, .n_decisions = path->n, .model = model},
      .keeps = {.at = at.at, .n = at.n, .kept = &f->kept},
  };
  Err err = size_search_run(t, &run, NULL);
  assert(f->kept.n <= n);
  vec_free(&at);
  return err;
}

void checkpoints_clear(Checkpoints *f, SizeSearch *t) {
  for (u32 i = 0; i < f->kept.n; i++) state_free(size_search_vm(t), f->kept.at[i]);
  vec_free(&f->kept);
}

State *checkpoints_before(const Checkpoints *f, u32 n_decisions) {
  State *best = NULL;
  for (u32 i = 0; i < f->kept.n && path_length(f->kept.at[i]->path) <= n_decisions; i++)
    best = f->kept.at[i];
  assert(!best || path_length(best->path) <= n_decisions);
  return best;
}
