/* park.c — a state becomes its decisions and a model, and is made again by following them. */
#include "explore/park.h"

#include "explore/follow.h"
#include "vm/choice/guesses.h"

void leaf_park(Frontier *f, Vm *vm, Leaf *leaf) {
  State *s = leaf->state;
  assert(s && state_is_live(s) && s->choice.kind == CHOICE_NONE);
  assert(!leaf->path && !leaf->model && f->n_in_memory > 0);
  Model *model = context_model(s->context);
  leaf->model = model ? model_ref(model) : NULL;
  leaf->path = path_ref(s->path);
  leaf->guesses = guess_ref(s->guesses);
  leaf->context = f->keeps_conditions ? context_ref(s->context) : NULL;
  leaf->n_instructions = s->cost.n[COST_INSTRUCTIONS];
  leaf->covered_at = s->covered_at;
  leaf->n_covered = s->n_covered;
  leaf->state = state_free(vm, s);
  f->n_in_memory--;
}

Err leaf_unpark(Frontier *f, Vm *vm, Solver *solver, Leaf *leaf) {
  assert(!leaf->state && f->n_in_memory < f->n);
  State *s;
  Followed aside = {leaf->path, leaf->guesses, leaf->model, leaf->n_instructions};
  TRY(follow_again(vm, solver, &aside, &s));
  if (!s) return OK;
  assert(state_is_live(s) && path_length(s->path) == path_length(leaf->path));
  assert(s->cost.n[COST_INSTRUCTIONS] == leaf->n_instructions);
  /* The same decisions, but these know what was known of the other sides. */
  path_unref(s->path);
  s->path = TAKE(leaf->path);
  s->covered_at = leaf->covered_at;
  s->n_covered = leaf->n_covered;
  leaf->model = model_unref(leaf->model);
  leaf->guesses = guess_unref(leaf->guesses);
  leaf->context = context_unref(leaf->context);
  leaf->state = s;
  f->n_in_memory++;
  return OK;
}
