/* confine.h — what keeps a native run of a program under test from the rest of the host. */
#ifndef ENGINE_CONFINE_H
#define ENGINE_CONFINE_H

#include "base/base.h"

/* For the process that calls it and those that it starts, in the child between fork and exec, so it
 * neither allocates nor reports: what the host cannot do is left out.  Files can be made, written and
 * removed only below the folder; there is no network; limits, signals, processors, user and umask are those of
 * the machine (nadir/world.h).
 * `memory_bytes` 0: any, as sanitizers need. */
void confine_self(const char *folder, const char *also, u64 memory_bytes);

#endif
