/* live.h — how far a run is: one line that is rewritten on a terminal, plain lines elsewhere. */
#ifndef CLI_LIVE_H
#define CLI_LIVE_H

#include "explore/explore.h"

typedef struct Live {
  bool is_terminal;
  bool is_shown;   /* a line stands on the terminal */
  u64 begin_ns;    /* of the run */
  u64 deadline_ns; /* NEVER_NS: none */
  u64 next_ns;     /* of the next plain line */
  u64 last_ns;     /* figures of the last line, for the rates */
  u64 last_paths, last_instructions;
  u64 max_bytes; /* most memory seen */
} Live;

Live live_begin(u64 deadline_ns); /* writes to standard error */
void live_show(Live *l, const ExploreStats *stats, u64 solver_ns);
void live_end(Live *l); /* takes the line away */

#endif
