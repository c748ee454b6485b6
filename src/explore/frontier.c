/* frontier.c — owns all leaves.  A new leaf takes a slot that another one has left, if there is
 * one: so slots stay small, and searchers can index arrays by them. */
#include "explore/leaf.h"

#include "vm/choice/guesses.h"

/* Slots are leaves or free, and what is in memory is a part of it. */
debug_only static bool frontier_is_sound(const Frontier *f) {
  return f->slots.n == f->n + f->free.n && f->n_in_memory <= f->n;
}

Leaf *frontier_add_parked(Frontier *f) {
  assert(frontier_is_sound(f));
  Leaf *leaf = NEW(Leaf);
  leaf->slot = f->free.n ? vec_pop(&f->free) : f->slots.n;
  if (leaf->slot == f->slots.n) vec_push(&f->slots, leaf);
  assert(leaf->slot < f->slots.n);
  f->slots.at[leaf->slot] = leaf;
  f->n++;
  assert(frontier_is_sound(f));
  return leaf;
}

Leaf *frontier_add(Frontier *f, State *s) {
  assert(state_is_live(s));
  Leaf *leaf = frontier_add_parked(f);
  leaf->state = s;
  leaf->decided_at = s->cost.n[COST_INSTRUCTIONS];
  f->n_in_memory++;
  return leaf;
}

void frontier_remove(Frontier *f, Vm *vm, Leaf *leaf) {
  assert(leaf->slot < f->slots.n && f->slots.at[leaf->slot] == leaf && f->n > 0);
  assert(!leaf->state || (f->n_in_memory > 0 && !leaf->path && !leaf->model));
  f->slots.at[leaf->slot] = NULL;
  vec_push(&f->free, leaf->slot);
  f->n--;
  if (leaf->state) f->n_in_memory--;
  assert(frontier_is_sound(f));
  state_free(vm, leaf->state);
  path_unref(leaf->path);
  guess_unref(leaf->guesses);
  model_unref(leaf->model);
  context_unref(leaf->context);
  mem_free(leaf->memory);
  mem_free(leaf);
}

void frontier_done(Frontier *f, Vm *vm) {
  for (u32 i = 0; i < f->slots.n; i++)
    if (f->slots.at[i]) frontier_remove(f, vm, f->slots.at[i]);
  assert(!f->n && !f->n_in_memory && f->free.n == f->slots.n);
  vec_free(&f->slots);
  vec_free(&f->free);
}
