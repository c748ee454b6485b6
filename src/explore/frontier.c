/* frontier.c — the owner of all leaves; see leaf.h. */
#include "explore/leaf.h"

Leaf *frontier_add(Frontier *f, State *s) {
  Leaf *leaf = NEW(Leaf);
  leaf->state = s;
  leaf->decided_at = s->cost.n[COST_INSTRUCTIONS];
  leaf->slot = f->free.n ? vec_pop(&f->free) : f->slots.n;
  if (leaf->slot == f->slots.n) vec_push(&f->slots, leaf);
  f->slots.at[leaf->slot] = leaf;
  f->n++;
  f->n_in_memory++;
  return leaf;
}

void frontier_remove(Frontier *f, Vm *vm, Leaf *leaf) {
  f->slots.at[leaf->slot] = NULL;
  vec_push(&f->free, leaf->slot);
  f->n--;
  if (leaf->state) f->n_in_memory--;
  state_free(vm, leaf->state);
  path_unref(leaf->path);
  model_unref(leaf->model);
  mem_free(leaf->memory);
  mem_free(leaf);
}

void frontier_done(Frontier *f, Vm *vm) {
  for (u32 i = 0; i < f->slots.n; i++)
    if (f->slots.at[i]) frontier_remove(f, vm, f->slots.at[i]);
  vec_free(&f->slots);
  vec_free(&f->free);
}
