/* line_counts.h — how often control came to each line, in a module with probes of PROBE_LINES. */
#pragma once

#include "code/code.h"

/* Of a line of the user's files that has code; also never. */
typedef struct LineCount {
  const char *file; /* borrowed from the module */
  u32 line;
  u64 n;
} LineCount;

typedef VEC(LineCount) LineCounts; /* ascending by file and line */

/* By position; has as many as the module has positions. */
typedef VEC(u64) LineCounters;

void line_counters_hit(void *user, u32 position); /* a VmLine; the user is the LineCounters */

/* Appends; the counters are 0 afterwards. */
void line_counts_list(const Module *m, LineCounters *io, LineCounts *ret);
