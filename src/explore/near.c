/* near.c — the nearest side that nobody took, from a leaf: in its function and what that calls, or
 * after a return in one of its callers. */
#include "explore/near.h"

void near_init(Near *n, const Vm *vm) {
  if (vm && vm_cover(vm)) n->distances = distances_new(vm_module(vm), vm_cover(vm));
}

void near_done(Near *n) {
  distances_free(n->distances);
  call_paths_done(&n->calls);
  vec_free(&n->on_return);
}

static u32 fn_index(const Near *n, const Fn *fn) {
  return (u32)(fn - n->distances->cover->module->fns.at);
}

NearNote near_note(Near *n, const Leaf *leaf) {
  if (!n->distances || !leaf->state) return (NearNote){0};
  const Frame *top = leaf->state->top;
  return (NearNote){.stretch = distances_stretch(n->distances, fn_index(n, top->fn), top->pc),
                    .calls = call_paths_number(&n->calls, top)};
}

static u32 nearest(const Near *n, u32 stretch, u32 on_return) {
  const Stretch *p = &n->distances->stretches.at[stretch];
  return MIN(p->to_new, MIN(p->to_return + on_return, (u32)FAR_AWAY));
}

u32 near_distance(Near *n, NearNote at) {
  if (!n->distances || !at.calls) return FAR_AWAY;
  if (distances_refresh(n->distances)) vec_clear(&n->on_return);
  /* Calls have higher numbers than those around them. */
  if (!n->on_return.n) vec_push(&n->on_return, FAR_AWAY);
  while (n->on_return.n < n->calls.at.n) {
    const CallPath *c = &n->calls.at.at[n->on_return.n];
    u32 distance = FAR_AWAY;
    if (c->caller) {
      u32 fn = fn_index(n, n->calls.at.at[c->caller].fn);
      assert(c->caller < n->on_return.n);
      distance = nearest(n, distances_stretch(n->distances, fn, c->pc), n->on_return.at[c->caller]);
    }
    vec_push(&n->on_return, distance);
  }
  return MAX(nearest(n, at.stretch, n->on_return.at[at.calls]), 1u);
}
