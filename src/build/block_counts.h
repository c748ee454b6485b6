/* block_counts.h — which blocks of code control came to, in a module with probes of PROBE_ENTRIES. */
#pragma once

#include "code/code.h"

typedef struct BlockCount {
  u32 n, n_entered;
} BlockCount;

typedef struct BlockCounters {
  const Module *module; /* borrowed */
  u8 *is_entered;       /* owned; of each instruction of the module */
} BlockCounters;

void block_counters_init(BlockCounters *c, const Module *m);
void block_counters_done(BlockCounters *c);
void block_counters_hit(void *user, const Fn *fn, u32 pc); /* a VmBlock; the user is the counters */

/* Of the function of this name; none if there is none. */
BlockCount block_count(const BlockCounters *c, const char *fn);
