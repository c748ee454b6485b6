/* plus.h — pyse+ at one size, in slices: what it has learned and the tree of known paths stay
 * between them, so that others can have their turn. */
#ifndef WORST_PLUS_H
#define WORST_PLUS_H

#include "worst/elite.h"
#include "worst/episode.h"
#include "worst/plus_options.h"
#include "worst/uct.h"

typedef struct Plus Plus;

/* A learner for the trial, which must outlive it.  `taught` may be NULL: what was learned before. */
Plus *plus_new(Trial *t, const PlusOptions *o, const Agent *taught);
Plus *plus_free(Plus *p); /* accepts NULL, returns NULL */

/* Takes up to so many paths, until the deadline (NEVER_NS: none), or until the trial is spent.
 * Call it again to go on. */
must_use Err plus_slice(Plus *p, u64 n_paths, u64 deadline_ns);

bool plus_is_over(const Plus *p);       /* every path is known */
const Agent *plus_agent(const Plus *p); /* what it has learned; borrowed */

#endif
