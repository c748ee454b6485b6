/* seen.h — the states in which paths stood at choices, to know one that comes again.
 *
 * A path that comes to a choice in a state in which another one stood before (vm/fingerprint.h) would take
 * the sides that the other takes, and find what it finds.  It ends there as SUBSUMED.  A path that comes
 * back to a state of its own is another matter: it does not end (vm/exec/nontermination.c).
 */
#ifndef EXPLORE_SEEN_H
#define EXPLORE_SEEN_H

#include "base/map.h"
#include "vm/vm.h"

typedef struct Visit {
  u64 check;     /* the other half of the fingerprint */
  u64 path_hash; /* of the decisions that led there … */
  u32 n_decided; /* … and how many */
} Visit;

typedef struct SeenStates {
  Map at; /* half of a fingerprint → index in visits */
  VEC(Visit) visits;
  u32 epoch; /* of the terms: a sweep makes it forget everything */
} SeenStates;

void seen_done(SeenStates *seen); /* a zeroed one has seen nothing */

/* The state stands at a choice, as a state of another path did before.  If not, it is noted. */
bool seen_before(SeenStates *seen, Vm *vm, State *s);

#endif
