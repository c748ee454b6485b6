/* shelf.h — leaves that are not to be picked for now.
 *
 * The searcher does not know them, and they have no state, only what leads there: so the searcher
 * sees few leaves, and yet nothing is lost.
 */
#ifndef EXPLORE_SHELF_H
#define EXPLORE_SHELF_H

#include "explore/searcher.h"

typedef struct Shelf {
  LeafVec leaves; /* borrowed from the frontier */
} Shelf;

/* The searcher drops it. */
void shelf_put(Shelf *shelf, Searcher *s, Leaf *leaf);

/* The searcher gets those with a true in `taken` back.  Each comes to stand beside the leaf with which
 * it shares most decisions, so that searchers that keep the tree have nearly the old one. */
void shelf_take(Shelf *shelf, Searcher *s, const bool *taken);

#endif
