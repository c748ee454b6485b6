/* curriculum.h — what pyse+ learns at small sizes before it comes to a large one. */
#ifndef LEARNED_CURRICULUM_H
#define LEARNED_CURRICULUM_H

#include "learned/pyse_tree.h"

/* Learns at 1, 2, 3, … below `size`, while a size is cheap, and until the time is over (NEVER_NS:
 * it never is).  The transfer is what was known before, and then what is known after it. */
must_use Err curriculum(Search *h, const PyseTreeOptions *o, u64 size, u64 end_ns,
                        PyseTransfer *io);

#endif
