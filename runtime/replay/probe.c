/* probe.c — what nadir itself puts into programs, in a native run: see src/code/llvm/probe.h. */
#include "replay.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* no header has them: nobody writes them */

REPLAY void nadir_probe(unsigned long n) { nadir_replay_probe(n); }

REPLAY void nadir_trace(unsigned site, unsigned long side) { nadir_replay_trace(site, side); }

/* Lines and blocks are counted in the machine. */
REPLAY void nadir_line(void) {}

REPLAY void nadir_block(void) {}
