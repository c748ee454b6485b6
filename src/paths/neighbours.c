/* neighbours.c — states at equal distances along a path, and preconditions that turn off it. */
#include "paths/neighbours.h"

#include "explore/follow.h"
#include "search/time_parts.h"
#include "search/witness_run.h"

Err neighbours_keep(Neighbours *n, SizeSearch *t, Model *model, u32 n_states) {
  assert(n_states && !n->kept.n);
  U32Vec at = {0};
  for (u32 i = 0; i < n_states; i++) vec_push(&at, (u32)((u64)n->path.n * i / n_states));
  Follow rest = follow_guide(NULL, 0);
  SearchRun run = {
      .guide = &rest.guide,
      .time_part = PART_PATH,
      .start = {.decisions = n->path.at, .n_decisions = n->path.n, .model = model},
      .keeps = {.at = at.at, .n = at.n, .kept = &n->kept},
  };
  Err err = size_search_run(t, &run, NULL);
  assert(n->kept.n <= n_states);
  vec_free(&at);
  return err;
}

void neighbours_clear(Neighbours *n, SizeSearch *t) {
  for (u32 i = 0; i < n->kept.n; i++) state_free(size_search_vm(t), n->kept.at[i]);
  vec_free(&n->kept);
  vec_free(&n->path);
}

State *neighbours_state(const Neighbours *n, u32 n_decisions) {
  State *best = NULL;
  for (u32 i = 0; i < n->kept.n && path_length(n->kept.at[i]->path) <= n_decisions; i++)
    best = n->kept.at[i];
  return best;
}

void neighbours_conditions(const ConditionVec *all, U32Vec *ret) {
  for (u32 i = 0; i < all->n; i++)
    if (choice_is_branch((ChoiceKind)all->at[i].decision.kind)) vec_push(ret, i);
}

void neighbours_shuffle(U32Vec *io, Rng *rng) {
  for (u32 k = io->n; k > 1; k--) {
    u32 other = (u32)rng_below(rng, k), kept = io->at[k - 1];
    io->at[k - 1] = io->at[other];
    io->at[other] = kept;
  }
}

Precondition neighbours_precondition(const Individual *i, u32 at, State *from, ConditionVec *ret) {
  assert(at < i->conditions.n);
  u32 n_behind = from ? path_length(from->path) : 0, n_hard = 0;
  vec_clear(ret);
  for (u32 k = 0; k < i->conditions.n; k++) {
    Condition c = i->conditions.at[k];
    if (c.n_before < n_behind) continue;
    if (k == at) c.e = expr_not(c.e);
    vec_push(ret, c);
    if (k == at) n_hard = ret->n;
  }
  return (Precondition){
      .conditions = ret, .n_hard = n_hard, .guess = i->model, .state = from, .parent = i};
}

Model *neighbours_invite(const SizeSearch *t, u64 known) {
  const Witness *best = &t->best;
  bool is_news = best->is_found && !best->is_predicted && best->cost > known;
  return is_news ? witness_model(best) : NULL;
}
