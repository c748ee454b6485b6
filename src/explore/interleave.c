/* interleave.c — several orders in turn: each picks the next leaf when it is its turn.
 *
 * round-robin is random-path and covnew in turn.
 * After: KLEE's interleaved searcher; random-path and covnew in turn is its default order.
 */
#include "explore/interleave.h"

void interleave_init(Searcher *s, const SearchOrder *how) {
  Interleave *l = (Interleave *)s;
  assert(how->n_parts > 0);
  l->n_parts = how->n_parts;
  l->parts = mem_new(how->n_parts * sizeof(Searcher *));
  for (u32 i = 0; i < how->n_parts; i++) l->parts[i] = searcher_part(s, &how->parts[i]);
}

static void round_robin_init(Searcher *s, const SearchOrder *how) {
  (void)how;
  SearchOrder parts[] = {{&random_path_ops}, {&covnew_ops}};
  interleave_init(s, &(SearchOrder){.parts = parts, .n_parts = ARRAY_LEN(parts)});
}

void interleave_add(Searcher *s, Leaf *from, Leaf *const *leaves, u32 n) {
  Interleave *l = (Interleave *)s;
  for (u32 i = 0; i < l->n_parts; i++) searcher_add(l->parts[i], from, leaves, n);
}

void interleave_drop(Searcher *s, Leaf *leaf) {
  Interleave *l = (Interleave *)s;
  for (u32 i = 0; i < l->n_parts; i++) searcher_drop(l->parts[i], leaf);
}

void interleave_rotate(Searcher *s, Leaf *leaf) {
  Interleave *l = (Interleave *)s;
  for (u32 i = 0; i < l->n_parts; i++) searcher_rotate(l->parts[i], leaf);
}

void interleave_ran(Searcher *s, Leaf *leaf, u64 n_instructions) {
  Interleave *l = (Interleave *)s;
  for (u32 i = 0; i < l->n_parts; i++) searcher_ran(l->parts[i], leaf, n_instructions);
}

static Leaf *interleave_pick(Searcher *s) {
  Interleave *l = (Interleave *)s;
  Searcher *part = l->parts[l->next];
  l->next = (l->next + 1) % l->n_parts;
  return searcher_pick(part);
}

/* As the first part would have it: what is next depends on all of them. */
void interleave_list(Searcher *s, LeafVec *ret) { searcher_list(((Interleave *)s)->parts[0], ret); }

void interleave_done(Searcher *s) {
  Interleave *l = (Interleave *)s;
  for (u32 i = 0; i < l->n_parts; i++) searcher_free(l->parts[i]);
  mem_free(l->parts);
}

const SearcherOps interleave_ops = {.size = sizeof(Interleave),
                                    .init = interleave_init,
                                    .add = interleave_add,
                                    .drop = interleave_drop,
                                    .rotate = interleave_rotate,
                                    .ran = interleave_ran,
                                    .pick = interleave_pick,
                                    .list = interleave_list,
                                    .done = interleave_done};

const SearcherOps round_robin_ops = {.size = sizeof(Interleave),
                                     .wants_cover = true,
                                     .init = round_robin_init,
                                     .add = interleave_add,
                                     .drop = interleave_drop,
                                     .rotate = interleave_rotate,
                                     .ran = interleave_ran,
                                     .pick = interleave_pick,
                                     .list = interleave_list,
                                     .done = interleave_done};
