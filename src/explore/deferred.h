/* deferred.h — leaves that are not to be picked for now.
 *
 * The searcher does not know them, and they have no state, only what leads there: so the searcher
 * sees few leaves, and yet nothing is lost.
 */
#pragma once

#include "explore/searcher.h"

typedef struct Deferred {
  LeafVec leaves; /* borrowed from the frontier */
} Deferred;

/* The searcher drops it. */
void deferred_put(Deferred *deferred, Searcher *s, Leaf *leaf);

/* The searcher gets those with a true in `taken` back.  Each comes to stand beside the leaf with which
 * it shares most decisions, so that searchers that keep the tree have nearly the old one. */
void deferred_take(Deferred *deferred, Searcher *s, const bool *taken);
