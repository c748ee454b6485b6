/* deferred.c — puts leaves away, and finds relatives for those that come back.
 *
 * Paths share their beginnings (vm/path.h).  So every decision that leads to a leaf of the searcher is
 * noted with that leaf, and a leaf that comes back walks up its own decisions to the first noted one.
 */
#include "explore/deferred.h"

#include "base/map.h"

void deferred_put(Deferred *deferred, Searcher *s, Leaf *leaf) {
  searcher_drop(s, leaf);
  vec_push(&deferred->leaves, leaf);
}

static void note(Map *relatives, Leaf *leaf) {
  bool is_new = true;
  for (const Path *p = leaf_path(leaf); p && is_new; p = p->parent) {
    u64 *at = map_at(relatives, (uintptr_t)p, &is_new);
    if (is_new) *at = (uintptr_t)leaf;
  }
}

/* `otherwise` when they have no decision in common. */
static Leaf *relative_of(const Map *relatives, const Leaf *leaf, Leaf *otherwise) {
  u64 found;
  for (const Path *p = leaf_path(leaf); p; p = p->parent)
    if (map_get(relatives, (uintptr_t)p, &found)) return (Leaf *)(uintptr_t)found;
  return otherwise;
}

void deferred_take(Deferred *deferred, Searcher *s, const bool *taken) {
  LeafVec present = {0};
  Map relatives = {0};
  u32 n_left = 0;
  searcher_list(s, &present);
  for (u32 i = 0; i < present.n; i++) note(&relatives, present.at[i]);
  Leaf *any = present.n ? present.at[0] : NULL;
  for (u32 i = 0; i < deferred->leaves.n; i++) {
    Leaf *leaf = deferred->leaves.at[i];
    if (!taken[i]) {
      deferred->leaves.at[n_left++] = leaf;
      continue;
    }
    searcher_add(s, relative_of(&relatives, leaf, any), &leaf, 1);
    note(&relatives, leaf);
    if (!any) any = leaf;
  }
  deferred->leaves.n = n_left;
  map_done(&relatives);
  vec_free(&present);
}
