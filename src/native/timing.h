/* timing.h — how long a program takes on a test, natively, by several runs.
 *
 * After a run to warm up, the test is run until the median is stable or enough was spent.  Runs far
 * from the median are counted as outliers; a median does not mind them.
 */
#pragma once

#include "native/replay.h"

/* The median of so many times. */
typedef struct Timing {
  u64 ns;
  u32 n_runs, n_outliers;
  u64 n_instructions; /* of the whole process; 0: the host does not count them */
} Timing;

typedef enum TimingEnd {
  TIMING_OK,
  TIMING_LATE, /* a run did not end within its limit */
  TIMING_BAD,  /* it crashed, or does not accept the test */
} TimingEnd;

/* One run; *ret_ns is what the program itself took. */
must_use Err timing_run(const Replay *r, const char *test, u64 limit_ns, TimingEnd *ret_end,
                        ReplayEnd *ret_run, u64 *ret_ns);

/* Many; no more are begun after the deadline, but three are made in any case. */
must_use Err timing_measure(const Replay *r, const char *test, u64 limit_ns, u64 deadline_ns,
                            TimingEnd *ret_end, Timing *ret);

/* The median, and how many are further from it than chance would have it; sorts them. */
Timing timing_of(u64 *ns, u32 n);
