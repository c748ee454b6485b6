/* sides.c — counts sides when a path ends.
 *
 * Paths share their beginnings (vm/path.h), and one path often differs little from the one before
 * it: only decisions that these two do not share are looked at.  For choices other than branches and switches, a side is a
 * number that the input gave (an address, a length).  Counting these would only count inputs.
 */
#include "record/sides.h"

#include "base/hash.h"

static void add(SideSet *s, u64 hash) {
  bool is_new;
  map_at(&s->seen, hash, &is_new);
  if (is_new) vec_push(&s->all, hash);
}

void side_set_add(SideSet *s, Path *path) {
  path_suffix(s->last, path, &s->suffix);
  for (u32 i = 0; i < s->suffix.n; i++) {
    const Decision *d = &s->suffix.at[i]->decision;
    if (decision_takes_side(d)) add(s, hash_pair(hash_pair(d->fn, d->pc), d->side));
  }
  path_unref(s->last);
  s->last = path_ref(path);
}

void side_set_done(SideSet *s) {
  map_done(&s->seen);
  vec_free(&s->all);
  vec_free(&s->suffix);
  s->last = path_unref(s->last);
}

void sides_on_event(void *user, const RunEvent *e) {
  Sides *s = user;
  u32 before = s->set.all.n;
  if (e->kind == RUN_PATH_ENDED) side_set_add(&s->set, e->path.end->path);
  if (e->kind == RUN_SIDES)
    for (u32 i = 0; i < e->sides.n; i++) add(&s->set, e->sides.at[i]);
  if (s->set.all.n > before)
    recorder_post(
        s->recorder,
        (RunEvent){.kind = RUN_COVERED, .size_search = e->size_search, .n_covered = s->set.all.n});
}

void sides_done(Sides *s) { side_set_done(&s->set); }
