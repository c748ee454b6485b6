/* worst_live.h — how far a search for worst cases is; see live.h. */
#ifndef CLI_WORST_LIVE_H
#define CLI_WORST_LIVE_H

#include "cli/live.h"
#include "worst/hunt.h"

typedef struct WorstLive {
  LiveLine line;
  u64 begin_ns;    /* of the search */
  u64 deadline_ns; /* NEVER_NS: none */
  u64 last_ns;     /* figures of the last line, for the rate */
  u64 last_paths;
  const Trial *last; /* borrowed, compared only */
} WorstLive;

WorstLive worst_live_begin(u64 deadline_ns);
void worst_live_show(WorstLive *l, const Trial *t, const ExploreStats *stats);

#endif
