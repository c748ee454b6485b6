/* seed_path.h — inputs from elsewhere lead the exploration.
 *
 * Concrete runs come to places that the search would come to late, but know nothing of the inputs that go
 * another way on their path.  So the path of such an input is run with symbols.  As far as the tree is
 * explored nothing is asked and nothing added.  From the leaf on through which the input leaves it, the
 * leaf goes the input's way to the end, and forks at each choice as always: what lies beside the path
 * joins the other leaves, and nothing is explored twice.
 * After: Godefroid, Levin, Molnar, "Automated whitebox fuzz testing", NDSS 2008 (generational search).
 * Differs: there each input is run beside the search; here it is the tree itself that grows along it.
 */
#pragma once

#include "base/map.h"
#include "explore/leaf.h"

/* Of a path; what is longer is left to the search. */
enum { SEED_INSTRUCTIONS = 10000000 };

typedef struct SeedSource {
  void *user;
  /* The next input, owned by the caller; NULL: there is none now.  NULL itself: there never is. */
  Model *(*next)(void *user);
} SeedSource;

/* Where an input leaves the explored tree. */
typedef struct SeedPath {
  Leaf *leaf;   /* borrowed; NULL: nowhere, its path is known to the end or was given up */
  State *state; /* owned; just behind the leaf's last choice, or at the end of the path */
} SeedPath;

must_use Err seed_path_find(const Frontier *f, Vm *vm, Solver *solver, Model *input, SeedPath *ret);

/* The leaf, which was found, goes on as the state does. */
void seed_path_take(Frontier *f, Vm *vm, SeedPath *io);
