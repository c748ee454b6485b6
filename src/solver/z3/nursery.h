/* nursery.h — where Z3 processes are forked: a small process, split off while
 * the engine is small itself.
 *
 * A fork copies page tables: with 2 GB resident it took 100 ms and more, on the
 * spot, in the middle of a question that may have 50 ms.  The nursery stays as
 * small as the engine was at the start; a fork of it takes about one.  It is the
 * parent of the one Z3 process it keeps, so it can kill and reap that with no
 * mistake about whose number it is, and when the engine dies, both die.
 */
#ifndef SOLVER_Z3_NURSERY_H
#define SOLVER_Z3_NURSERY_H

#include "base/base.h"

typedef struct Nursery {
  int pid, fd; /* 0, -1: there is none */
  u64 memory_limit_bytes;
} Nursery;

void nursery_open(Nursery *n, u64 memory_limit_bytes);
void nursery_close(Nursery *n); /* all processes are gone after */

/* A new Z3 process in place of the last one: its number, for tests, and the
 * socket to it, owned by the caller.  False when the system refuses. */
bool nursery_spawn(Nursery *n, int *ret_pid, int *ret_fd);

/* Kills the Z3 process; it need not be alive.  Does not wait. */
void nursery_kill(Nursery *n);

#endif
