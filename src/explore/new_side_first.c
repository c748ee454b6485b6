/* new_side_first.c — every other time, picks a leaf that went where no path had gone before.
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

typedef struct NewSideFirst {
  Searcher base;
  Queue took_new; /* those that took a new side, the newest first */
  Map seen;       /* sides taken so far, by their hash */
  bool is_inner_next;
} NewSideFirst;

static void new_side_first_init(Searcher *s, const SearchOrder *how) {
  (void)how;
  searcher_part(s, &(SearchOrder){&random_path_ops});
}

static void look_at(NewSideFirst *f, Leaf *leaf) {
  const Path *path = leaf_path(leaf);
  queue_drop(&f->took_new, leaf);
  if (!path) return;
  const Decision *d = &path->decision;
  bool is_new;
  map_at(&f->seen, hash_pair(hash_pair(d->fn, d->pc), d->side), &is_new);
  if (is_new) queue_push_first(&f->took_new, leaf);
}

static void new_side_first_add(Searcher *s, Leaf *from, Leaf *const *leaves, u32 n) {
  NewSideFirst *f = (NewSideFirst *)s;
  parts_add(s, from, leaves, n);
  for (u32 i = n; i > 0; i--) look_at(f, leaves[i - 1]);
  if (from) look_at(f, from);
}

static void new_side_first_drop(Searcher *s, Leaf *leaf) {
  NewSideFirst *f = (NewSideFirst *)s;
  queue_drop(&f->took_new, leaf);
  parts_drop(s, leaf);
}

/* It covers nothing as long as it does not fork. */
static void new_side_first_rotate(Searcher *s, Leaf *leaf) {
  NewSideFirst *f = (NewSideFirst *)s;
  queue_drop(&f->took_new, leaf);
  parts_rotate(s, leaf);
}

static Leaf *new_side_first_pick(Searcher *s) {
  NewSideFirst *f = (NewSideFirst *)s;
  Leaf *first = f->is_inner_next ? NULL : queue_first(&f->took_new);
  f->is_inner_next = first != NULL;
  return first ? first : searcher_pick(s->parts[0]);
}

static void new_side_first_done(Searcher *s) {
  NewSideFirst *f = (NewSideFirst *)s;
  queue_done(&f->took_new);
  map_done(&f->seen);
}

const SearcherOps new_side_first_ops = {.size = sizeof(NewSideFirst),
                                        .init = new_side_first_init,
                                        .add = new_side_first_add,
                                        .drop = new_side_first_drop,
                                        .rotate = new_side_first_rotate,
                                        .pick = new_side_first_pick,
                                        .done = new_side_first_done};
