/* replay.h — what the files of the replay library share.
 *
 * The library gives a natively compiled program the inputs of one test, in the order in which the
 * program asks for them: the order in which nadir made them on that path.
 */
#ifndef REPLAY_REPLAY_H
#define REPLAY_REPLAY_H

#include <stddef.h>

#include "../include/nadir/replay.h"

/* Programs may bring functions of a dialect themselves. */
#define REPLAY __attribute__((weak))

/* The next input, n bytes of it.  A NULL name fits every name. */
void nadir_replay_input(void *to, size_t n, const char *name);

_Bool nadir_replay_next_is(size_t n, const char *name);
size_t nadir_replay_next_size(void); /* 0 if there is none */
size_t nadir_replay_size(void);      /* N */

void nadir_replay_cost(unsigned long n);
void nadir_replay_target(void);
void nadir_replay_probe(unsigned long n);
void nadir_replay_trace(unsigned site, unsigned long side);

/* Says why on standard error and ends the program at once. */
void nadir_replay_end(NadirReplayExit code, const char *format, ...)
    __attribute__((noreturn, format(__printf__, 2, 3)));

#endif
