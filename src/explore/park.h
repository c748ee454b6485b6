/* park.h — leaves without a state, which have only what leads there.
 *
 * A path is its decisions, so a state can be thrown away and made again by following them.
 * Nothing is lost, it only takes longer.  The leaf keeps its model, so nothing is asked again
 * either, and the exploration goes on exactly as if the state had been there all the time.
 */
#pragma once

#include "explore/leaf.h"

void leaf_park(Frontier *f, Vm *vm, Leaf *leaf); /* it must have a state, which is at no choice */
/* It has no state still if the program went another way this time. */
must_use Err leaf_unpark(Frontier *f, Vm *vm, Solver *solver, Leaf *leaf);
