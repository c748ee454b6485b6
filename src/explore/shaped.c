/* shaped.c — each side of a program's first choice is searched by itself, and they share the steps by what
 * each finds (turns.h).
 *
 * That choice is which shape the outside has (include/nadir/world.h), where it has several: how many
 * arguments there are, how long they and the files are.  What pays is another shape in every program.
 * After: SymTuner (Cha, Lee, Lee, Oh, "SymTuner: maximizing the power of symbolic execution by
 * adaptively tuning external parameters", ICSE 2022).
 * Differs: SymTuner begins anew with other parameters every few minutes.  Here all shapes are in one tree,
 * so that nothing is explored twice, and a turn is 256 steps.
 */
#include "explore/turns.h"

/* More sides than there may be turns for share them. */
enum { PARTS = MAX_ARMS };

typedef struct ShapedSearch {
  Searcher base;
  Turns turns;
  LeafVec leaves[PARTS]; /* borrowed; of each part: those of some sides */
  U32Vec part;           /* by slot: which part has the leaf … */
  U32Vec place;          /* … and where it stands among its leaves */
} ShapedSearch;

static void shaped_init(Searcher *s, const SearchOrder *how) {
  ShapedSearch *h = (ShapedSearch *)s;
  assert(how->n_parts == 1);
  h->turns = turns_new(s->vm, PARTS);
  while (s->n_parts < PARTS) searcher_part(s, &how->parts[0]);
  for (u32 i = 0; i < PARTS; i++) turns_rest(&h->turns, i, true);
}

/* Before the first choice, as if the first side were taken. */
static u32 part_of(const Leaf *leaf) {
  const Path *p = leaf_path(leaf);
  if (!p) return 0;
  while (p->parent) p = p->parent;
  return (u32)(p->decision.side % PARTS);
}

static void enter(ShapedSearch *h, u32 part, Leaf *leaf) {
  LeafVec *l = &h->leaves[part];
  if (leaf->slot >= h->part.n) {
    vec_resize(&h->part, leaf->slot + 1);
    vec_resize(&h->place, leaf->slot + 1);
  }
  h->part.at[leaf->slot] = part;
  h->place.at[leaf->slot] = l->n;
  if (!l->n) turns_rest(&h->turns, part, false);
  vec_push(l, leaf);
}

static void leave(ShapedSearch *h, Leaf *leaf) {
  u32 part = h->part.at[leaf->slot], place = h->place.at[leaf->slot];
  LeafVec *l = &h->leaves[part];
  assert(l->at[place] == leaf);
  Leaf *last = vec_pop(l);
  if (last != leaf) {
    l->at[place] = last;
    h->place.at[last->slot] = place;
  }
  if (!l->n) turns_rest(&h->turns, part, true);
}

/* Beside `from`, if that is in the same part, else beside any other there. */
static void insert(ShapedSearch *h, Leaf *from, Leaf *leaf) {
  u32 part = part_of(leaf);
  LeafVec *l = &h->leaves[part];
  Leaf *beside = from && h->part.at[from->slot] == part ? from : l->n ? l->at[0] : NULL;
  searcher_add(h->base.parts[part], beside, &leaf, 1);
  enter(h, part, leaf);
}

/* The first choice was made. */
static void move(ShapedSearch *h, Leaf *leaf) {
  if (part_of(leaf) == h->part.at[leaf->slot]) return;
  searcher_drop(h->base.parts[h->part.at[leaf->slot]], leaf);
  leave(h, leaf);
  insert(h, NULL, leaf);
}

static void shaped_add(Searcher *s, Leaf *from, Leaf *const *leaves, u32 n) {
  ShapedSearch *h = (ShapedSearch *)s;
  const Path *path = from ? leaf_path(from) : NULL;
  bool is_first = !from || (path && !path->parent), is_new = leaves[0]->state;
  if (from && is_first) move(h, from);
  if (from && !is_first && is_new) {
    u32 part = h->part.at[from->slot];
    searcher_add(h->base.parts[part], from, leaves, n);
    for (u32 i = 0; i < n; i++) enter(h, part, leaves[i]);
  } else {
    for (u32 i = 0; i < n; i++) insert(h, from, leaves[i]);
  }
}

static void shaped_drop(Searcher *s, Leaf *leaf) {
  ShapedSearch *h = (ShapedSearch *)s;
  searcher_drop(h->base.parts[h->part.at[leaf->slot]], leaf);
  leave(h, leaf);
}

static void shaped_rotate(Searcher *s, Leaf *leaf) {
  ShapedSearch *h = (ShapedSearch *)s;
  searcher_rotate(h->base.parts[h->part.at[leaf->slot]], leaf);
}

static void shaped_ran(Searcher *s, Leaf *leaf, u64 n_instructions) {
  ShapedSearch *h = (ShapedSearch *)s;
  turns_ran(&h->turns, n_instructions);
  searcher_ran(h->base.parts[h->part.at[leaf->slot]], leaf, n_instructions);
}

static Leaf *shaped_pick(Searcher *s) {
  ShapedSearch *h = (ShapedSearch *)s;
  u32 part;
  return turns_next(&h->turns, &part) ? searcher_pick(h->base.parts[part]) : NULL;
}

/* The one whose turn it is comes last. */
static void shaped_list(Searcher *s, LeafVec *ret) {
  ShapedSearch *h = (ShapedSearch *)s;
  for (u32 i = 1; i <= PARTS; i++) searcher_list(h->base.parts[(h->turns.at + i) % PARTS], ret);
}

static void shaped_done(Searcher *s) {
  ShapedSearch *h = (ShapedSearch *)s;
  for (u32 i = 0; i < PARTS; i++) vec_free(&h->leaves[i]);
  vec_free(&h->part);
  vec_free(&h->place);
}

const SearcherOps shaped_ops = {.size = sizeof(ShapedSearch),
                                .wants_cover = true,
                                .init = shaped_init,
                                .add = shaped_add,
                                .drop = shaped_drop,
                                .rotate = shaped_rotate,
                                .ran = shaped_ran,
                                .pick = shaped_pick,
                                .list = shaped_list,
                                .done = shaped_done};
