/* seed_path.c — runs along an input to the leaf through which its path goes.
 *
 * Leaves are looked up by the hash of their decisions, up to the last one that the machine did not take
 * itself: a leaf may stand anywhere behind that, but there is only one way to it.
 */
#include "explore/seed_path.h"

#include "vm/choice/guesses.h"

enum { FUEL = 1 << 20 };

static Path *to_last_choice(Path *p) {
  while (p && p->decision.is_known) p = p->parent;
  return p;
}

static Path *path_of(const Leaf *leaf) {
  return to_last_choice(leaf->state ? leaf->state->path : leaf->path);
}

static bool is_same(const Path *a, const Path *b) {
  for (; a && b && a != b; a = a->parent, b = b->parent)
    if (a->decision.kind != b->decision.kind || a->decision.side != b->decision.side) return false;
  return a == b;
}

static Leaf *leaf_at(const Frontier *f, const Map *leaves, const State *s) {
  const u64 *slot = map_find(leaves, path_hash(s->path));
  Leaf *leaf = slot ? f->slots.at[*slot] : NULL;
  return leaf && is_same(path_of(leaf), s->path) ? leaf : NULL;
}

/* Runs to behind the next choice; false when the path ends before. */
static bool run_on(Vm *vm, State *s) {
  for (;;) {
    Event event = vm_run(vm, s, FUEL);
    if (event == EVENT_STOP || s->cost.n[COST_INSTRUCTIONS] > SEED_INSTRUCTIONS) return false;
    if (event == EVENT_FUEL) continue;
    choice_go_on(vm, s);
    return state_is_live(s);
  }
}

/* ---- public ------------------------------------------------------------------------------------ */

Err seed_path_find(const Frontier *f, Vm *vm, Solver *solver, Model *input, SeedPath *ret) {
  SeedPath seed = {0};
  Map leaves = {0};
  TRY(vm_start(vm, &seed.state));
  assert(context_length(seed.state->context) == 0);
  context_unref(seed.state->context);
  seed.state->context = context_new_guess(solver, input);
  for (u32 i = 0; i < f->slots.n; i++)
    if (f->slots.at[i]) map_put(&leaves, path_hash(path_of(f->slots.at[i])), i);
  do seed.leaf = leaf_at(f, &leaves, seed.state);
  while (!seed.leaf && run_on(vm, seed.state));
  map_done(&leaves);
  *ret = seed;
  return OK;
}

void seed_path_take(Frontier *f, Vm *vm, SeedPath *io) {
  Leaf *leaf = io->leaf;
  State *s = TAKE(io->state);
  /* The same decisions, but these know what was known of the other sides. */
  Path *path = path_ref(path_of(leaf));
  path_unref(s->path);
  s->path = path;
  s->covered_at = leaf_covered_at(leaf);
  s->n_covered = leaf_n_covered(leaf);
  s->is_rare = false;
  leaf->decided_at = s->cost.n[COST_INSTRUCTIONS];
  f->n_in_memory += !leaf->state;
  state_free(vm, leaf->state);
  leaf->state = s;
  leaf->path = path_unref(leaf->path);
  leaf->model = model_unref(leaf->model);
  leaf->guesses = guess_unref(leaf->guesses);
  leaf->context = context_unref(leaf->context);
}
