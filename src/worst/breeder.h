/* breeder.h — inputs of one size bred in a process of their own (base/worker_pool.h), while everything else goes on.
 *
 * Breeding gains where symbols do not, and the reverse, and nobody knows before which it will be.  A search that has a
 * process of its own need not be weighed against the others: it has a core, or half of the only one.  What it finds is
 * run again before it counts, and what others find is bred from there when nothing else becomes better, or if it is far ahead.
 */
#pragma once

#include "inputs/input_search.h"

typedef struct Breeder Breeder;

/* Begins with what the input search has so far.  NULL: only one process is wanted (--workers 1), its runs ask the solver, the
 * time is not what is limited, so that the same seed must give the same, or the system refuses. */
Breeder *breeder_new(InputSearch *c);
Breeder *breeder_free(Breeder *n); /* accepts NULL, returns NULL */

/* Takes what was found there since the last time, and sends what was found here; nothing if that is another
 * size search, or if there is no breeder. */
must_use Err breeder_exchange(Breeder *n, const SizeSearch *t);
