/* turning.h — local search over path conditions that leaves nothing out: each condition of the worst
 * path is negated, in a random order; paths that cost the same are worked on, too, when a path is done with. */
#pragma once

#include "paths/individual.h"

extern const StatInfo stat_negated, stat_unturnable;

typedef struct Turning Turning;

/* Borrows the size search until it is freed.  Apart: it works on paths that were offered only, not on the best. */
Turning *turning_new(SizeSearch *t, bool is_apart);
Turning *turning_free(Turning *u); /* accepts NULL, returns NULL */

/* Works on the path of this input, too. */
must_use Err turning_offer(Turning *u, Model *input);

/* The highest cost of a path that it worked on, and an input that takes it, borrowed; NULL: none. */
Model *turning_best(const Turning *u, u64 *ret_cost);

/* Goes on where it stopped, from the best path of the size search if that is better, for so many conditions; false in
 * *ret_goes_on: there is nothing to do until the best changes. */
must_use Err turning_run(Turning *u, u64 max_steps, u64 *ret_n_steps, bool *ret_goes_on);
void turning_rest(
    Turning *u); /* lets go of states, so that the machine of the size search may go */
