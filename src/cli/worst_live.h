/* worst_live.h — how far a search for worst cases is: one line that is rewritten on a terminal, plain
 * lines elsewhere. */
#ifndef CLI_WORST_LIVE_H
#define CLI_WORST_LIVE_H

#include "worst/hunt.h"

typedef struct WorstLive {
  bool is_terminal;
  bool is_shown;   /* a line stands on the terminal */
  u64 begin_ns;    /* of the search */
  u64 deadline_ns; /* NEVER_NS: none */
  u64 next_ns;     /* of the next plain line */
  u64 last_ns;     /* figures of the last line, for the rate */
  u64 last_paths;
  const Trial *last; /* borrowed, compared only */
} WorstLive;

WorstLive worst_live_begin(u64 deadline_ns); /* writes to standard error */
void worst_live_show(WorstLive *l, const Trial *t, const ExploreStats *stats);
void worst_live_end(WorstLive *l); /* takes the line away */

#endif
