/* verify.h — what an input costs, seen by running it. */
#ifndef WORST_VERIFY_H
#define WORST_VERIFY_H

#include "worst/hunt.h"

/* Runs the program on the input of the witness: it decides every branch, the solver none.  Gives how
 * the run ended and what it cost. */
must_use Err witness_run(const Hunt *h, u64 size, const Witness *w, Stop *ret_stop, Cost *ret_cost);

#endif
