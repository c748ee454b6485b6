/* sides.c — counts sides when a path ends.
 *
 * Paths share their beginnings (vm/path.h), and one path often differs little from the one before
 * it: only decisions that these two do not share are looked at.  For choices other than branches and switches, a side is a number that the input gave (an
 * address, a length).  Counting these would only count inputs.
 */
#include "record/sides.h"

#include "base/hash.h"

static void look_at(Sides *s, const Decision *d) {
  bool is_fresh;
  if (!decision_takes_side(d)) return;
  map_at(&s->seen, hash_pair(hash_pair(d->fn, d->pc), d->side), &is_fresh);
}

void sides_on_event(void *user, const RunEvent *e) {
  Sides *s = user;
  if (e->kind != RUN_PATH_ENDED) return;
  u32 before = s->seen.n;
  const Path *last = s->last;
  for (const Path *p = e->path.end->path; p; p = p->parent) {
    while (path_length(last) > p->length) last = last->parent;
    if (p == last) break;
    look_at(s, &p->decision);
  }
  path_unref(s->last);
  s->last = path_ref(e->path.end->path);
  if (s->seen.n > before)
    recorder_post(
        s->recorder,
        (RunEvent){.kind = RUN_COVERED, .size_search = e->size_search, .n_covered = s->seen.n});
}

void sides_done(Sides *s) {
  map_done(&s->seen);
  s->last = path_unref(s->last);
}
