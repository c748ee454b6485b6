/* live.h — shows how far a run is, on standard error: one line that is rewritten on a terminal,
 * a plain line now and then elsewhere. */
#pragma once

#include "record/recorder.h"
#include "vm/exec/cover.h"

typedef struct Live {
  bool is_terminal;
  bool is_shown;        /* a line stands on the terminal */
  u64 next_ns;          /* of the next plain line */
  const Solver *solver; /* borrowed; whose time is shown */
  const Cover *cover;   /* borrowed; what is covered so far; NULL: not shown */
  u64 begin_ns;         /* of the run */
  u64 deadline_ns;      /* NEVER_NS: none */
  u64 last_ns;          /* figures of the last line, for the rates */
  u64 last_paths, last_instructions;
  u32 n_errors;           /* each once */
  const SizeSearch *last; /* borrowed, compared only */
} Live;

Live live_begin(u64 deadline_ns, const Solver *solver);
void live_on_event(void *user, const RunEvent *e); /* a subscriber's; the user is the Live */
void live_end(Live *l);                            /* takes the line away */
