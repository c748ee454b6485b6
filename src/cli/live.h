/* live.h — how far a run is: one line that is rewritten on a terminal, plain lines now and then
 * elsewhere; both on standard error. */
#ifndef CLI_LIVE_H
#define CLI_LIVE_H

#include "explore/explore.h"

/* The line itself, whatever it says. */
typedef struct LiveLine {
  bool is_terminal;
  bool is_shown; /* a line stands on the terminal */
  u64 next_ns;   /* of the next plain line */
} LiveLine;

LiveLine live_line_begin(u64 now);
bool live_line_due(const LiveLine *l, u64 now);
void live_line_show(LiveLine *l, u64 now, const char *text);
void live_line_end(LiveLine *l); /* takes the line away */

/* Of nadir run. */
typedef struct Live {
  LiveLine line;
  u64 begin_ns;    /* of the run */
  u64 deadline_ns; /* NEVER_NS: none */
  u64 last_ns;     /* figures of the last line, for the rates */
  u64 last_paths, last_instructions;
  u64 max_bytes; /* most memory seen */
} Live;

Live live_begin(u64 deadline_ns);
void live_show(Live *l, const ExploreStats *stats, u64 solver_ns);

#endif
