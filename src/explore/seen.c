/* seen.c — a table of fingerprints. */
#include "explore/seen.h"

#include "vm/fingerprint.h"

/* What would take 100 MB is forgotten, and the table begins anew. */
enum { MOST_VISITS = SIZED(1 << 21, 64) };

static void forget(SeenStates *seen) {
  map_clear(&seen->at);
  vec_clear(&seen->visits);
  seen->epoch = expr_epoch();
}

void seen_done(SeenStates *seen) {
  map_done(&seen->at);
  vec_free(&seen->visits);
}

/* Did the path of the state make this visit? */
static bool is_own(const Visit *v, const State *s) {
  const Path *p = s->path;
  while (p && p->length > v->n_decided) p = p->parent;
  return path_length(p) == v->n_decided && path_hash(p) == v->path_hash;
}

bool seen_before(SeenStates *seen, Vm *vm, State *s) {
  if (seen->epoch != expr_epoch() || seen->visits.n >= MOST_VISITS) forget(seen);
  Hash128 print = state_fingerprint(vm, s);
  bool is_new;
  u64 *at = map_at(&seen->at, print.a, &is_new);
  if (!is_new) {
    const Visit *v = &seen->visits.at[*at];
    return v->check == print.b && !is_own(v, s);
  }
  *at = seen->visits.n;
  vec_push(&seen->visits, ((Visit){print.b, path_hash(s->path), path_length(s->path)}));
  return false;
}
