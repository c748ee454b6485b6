/* sides.c — counts sides when a path ends.
 *
 * Paths share their beginnings (vm/path.h).  So, from the end of a path backwards, the new
 * decisions end at the first one that was looked at before: in all, each decision is looked at
 * once.  For choices other than branches and switches, a side is a number that the input gave (an
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
  for (Path *p = e->path.end->path; p && !p->is_covered; p = p->parent) {
    p->is_covered = true;
    look_at(s, &p->decision);
  }
  if (s->seen.n > before)
    recorder_post(
        s->recorder,
        (RunEvent){.kind = RUN_COVERED, .size_search = e->size_search, .n_covered = s->seen.n});
}

void sides_done(Sides *s) { map_done(&s->seen); }
