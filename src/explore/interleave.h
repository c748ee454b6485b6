/* interleave.h — what orders share that are made of several, each of which knows all leaves. */
#ifndef EXPLORE_INTERLEAVE_H
#define EXPLORE_INTERLEAVE_H

#include "explore/searcher.h"

typedef struct Interleave {
  Searcher base;
  Searcher **parts; /* owned; each knows all leaves */
  u32 n_parts, next;
} Interleave;

void interleave_init(Searcher *s, const SearchOrder *how);
void interleave_add(Searcher *s, Leaf *from, Leaf *const *leaves, u32 n);
void interleave_drop(Searcher *s, Leaf *leaf);
void interleave_rotate(Searcher *s, Leaf *leaf);
void interleave_ran(Searcher *s, Leaf *leaf, u64 n_instructions);
void interleave_list(Searcher *s, LeafVec *ret);
void interleave_done(Searcher *s);

#endif
