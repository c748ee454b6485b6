/* individual.c — paths as their conditions: how they are made and freed, and whether one is among them. */
#include "paths/individual.h"

Individual *individual_free(Individual *i) {
  if (!i) return NULL;
  vec_free(&i->conditions);
  path_unref(i->path);
  model_unref(i->model);
  mem_free(i);
  return NULL;
}

void individuals_free(IndividualVec *all) {
  for (u32 i = 0; i < all->n; i++) individual_free(all->at[i]);
  vec_free(all);
}

void conditions_mark(const ConditionVec *conditions) {
  for (u32 i = 0; i < conditions->n; i++) expr_mark(conditions->at[i].e);
}

void individuals_mark(const IndividualVec *all) {
  for (u32 i = 0; i < all->n; i++) conditions_mark(&all->at[i]->conditions);
}

bool individuals_have(const IndividualVec *all, u64 hash) {
  for (u32 i = 0; i < all->n; i++)
    if (all->at[i]->hash == hash) return true;
  return false;
}

u32 individuals_worst(const IndividualVec *all) {
  u32 best = 0;
  assert(all->n);
  for (u32 i = 1; i < all->n; i++)
    if (all->at[i]->cost > all->at[best]->cost) best = i;
  return best;
}
