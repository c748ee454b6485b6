/* fresh.c — every other time, picks a leaf that went where no path had gone before.
 *
 * A side of a branch is new the first time that a path takes it at a fork.  The leaf that took it
 * goes first, the newest before the others, until it forks again without anything new.  In
 * between, and when there is no such leaf, the order is that of random paths: new sides lead into
 * unseen code, random paths to the leaves beside a loop that never ends.
 * After: Cadar, Dunbar, Engler, "KLEE", OSDI 2008, sec. 3.4 (random paths alternating with
 * coverage).
 * Differs: coverage is that of sides that symbols decide, not of instructions.  A leaf has covered
 * something new or has not: there are no weights.
 */
#include "base/hash.h"
#include "base/map.h"
#include "explore/queue.h"
#include "explore/searcher.h"

typedef struct Fresh {
  Searcher base;
  Searcher *inner; /* owned; knows all leaves */
  Queue fresh;     /* those that took a new side, the newest first */
  Map seen;        /* sides taken so far, by their hash */
  bool is_inner_next;
} Fresh;

static void fresh_init(Searcher *s, const Search *how) {
  (void)how;
  ((Fresh *)s)->inner = searcher_part(s, &(Search){&random_path_ops});
}

static void look_at(Fresh *f, Leaf *leaf) {
  const Path *path = leaf_path(leaf);
  queue_drop(&f->fresh, leaf);
  if (!path) return;
  const Decision *d = &path->decision;
  bool is_new;
  map_at(&f->seen, hash_pair(hash_pair(d->fn, d->pc), d->side), &is_new);
  if (is_new) queue_push_first(&f->fresh, leaf);
}

static void fresh_add(Searcher *s, Leaf *from, Leaf *const *leaves, u32 n) {
  Fresh *f = (Fresh *)s;
  searcher_add(f->inner, from, leaves, n);
  for (u32 i = n; i > 0; i--) look_at(f, leaves[i - 1]);
  if (from) look_at(f, from);
}

static void fresh_drop(Searcher *s, Leaf *leaf) {
  Fresh *f = (Fresh *)s;
  queue_drop(&f->fresh, leaf);
  searcher_drop(f->inner, leaf);
}

/* It covers nothing as long as it does not fork. */
static void fresh_rotate(Searcher *s, Leaf *leaf) {
  Fresh *f = (Fresh *)s;
  queue_drop(&f->fresh, leaf);
  searcher_rotate(f->inner, leaf);
}

static void fresh_ran(Searcher *s, Leaf *leaf, u64 n_instructions) {
  searcher_ran(((Fresh *)s)->inner, leaf, n_instructions);
}

static Leaf *fresh_pick(Searcher *s) {
  Fresh *f = (Fresh *)s;
  Leaf *first = f->is_inner_next ? NULL : queue_first(&f->fresh);
  f->is_inner_next = first != NULL;
  return first ? first : searcher_pick(f->inner);
}

static void fresh_list(Searcher *s, LeafVec *ret) {
  searcher_list(((Fresh *)s)->inner, ret);
}

static void fresh_done(Searcher *s) {
  Fresh *f = (Fresh *)s;
  searcher_free(f->inner);
  queue_done(&f->fresh);
  map_done(&f->seen);
}

const SearcherOps fresh_ops = {.size = sizeof(Fresh),
                               .init = fresh_init,
                               .add = fresh_add,
                               .drop = fresh_drop,
                               .rotate = fresh_rotate,
                               .ran = fresh_ran,
                               .pick = fresh_pick,
                               .list = fresh_list,
                               .done = fresh_done};
