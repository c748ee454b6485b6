/* run.h — for the fuzzer: does a session, and checks every answer.
 *
 * A yes comes with a model, which is evaluated; a no is asked of plain Z3 in
 * this process, built from the plan.  The first wrong answer ends the process.
 */
#pragma once

#include "fuzz/session.h"

/* Shared with the process that watches. */
typedef struct RunStats {
  u64 seed; /* of the session at hand */
  u64 n_sessions, n_actions;
  u64 n_questions[ACTION_COUNT], n_yes, n_no, n_unknown;
  u64 n_reasons[REASON_COUNT];
  u64 n_stage_yes[STAGE_COUNT], n_stage_no[STAGE_COUNT];
  u64 n_confirmed, n_unconfirmed; /* by Z3 */
  u64 n_reference_ns;             /* spent in the reference */
  u64 n_slow_ns;                  /* the longest question */
  bool in_reference;              /* it is Z3 that is being asked */
  char failure[400];
} RunStats;

void session_run(Session *s, RunStats *stats);
