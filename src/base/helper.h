/* helper.h — a fork that helps its maker and dies with it.
 *
 * A plain fork inherits too much: output that both would flush, handlers, descriptors whose other end then never
 * closes, sockets on which both would speak.  All forks of nadir are made here, so that none forgets one of these.
 */
#pragma once

#include "base/base.h"

#include <sys/types.h>

/* As fork(): 0 in the helper, which has the standard descriptors and those that are kept, default signals (Ctrl-C is
 * ignored: it is the maker's, who ends the helper), leaves no core, is killed when its maker dies, and runs no handler
 * of its maker's when it exits.  Negative: errno says why there is none. */
pid_t helper_fork(const int *kept, u32 n_kept);

void helper_end(pid_t pid); /* kills it and waits until it is gone */
