/* curves.h — the progress of a search, kept small however long it runs.
 *
 * Each strategy that works at a size has a series of samples: what its paths cost, and what the
 * path of its policy would cost where it learns one.  A sample stands for one path at first, and
 * for ever more of them later: eight samples each time that the number of paths doubles.
 */
#pragma once

#include "record/recorder.h"
#include "report/worst_report.h"

typedef struct Curve {
  u64 size;
  Origin origin;
  bool is_policy;
  u64 n; /* paths */
  VEC(WorstSample) at;
} Curve;

/* A zeroed one is empty. */
typedef struct Curves {
  VEC(Curve) all; /* owned */
} Curves;

void curves_done(Curves *c); /* also for cleanup() */

void curve_add(Curve *c, u64 n_paths, double seconds, u64 cost);
void curves_on_event(void *user, const RunEvent *e); /* a subscriber's; the user is the Curves */

/* Of one size: the samples, and the improvements.  Of many improvements those are left out that a
 * chart would not show: the first and the last of all stay, and the first of each origin. */
void curves_report(const Curves *c, u64 size, WorstSize *to);
enum { MAX_MOMENTS = 300 };
void moments_report(const ImprovementVec *all, WorstSize *to);
