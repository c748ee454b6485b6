/* cover_run.h — which sources count, which tests an exploration found, and how its coverage grew. */
#pragma once

#include "base/option.h"
#include "record/recorder.h"
#include "report/cover_report.h"
#include "vm/exec/cover.h"

/* The sources whose branches count. */
typedef struct CoverScope {
  const WordList
      *patterns; /* borrowed; of shells, for a path or its end after a slash; NULL, empty: all */
  bool with_libraries; /* also what programs are linked with */
} CoverScope;

bool cover_scope_has(void *user, const char *file); /* a CoverFile; the user is the CoverScope */

typedef struct FoundTest {
  u64 number; /* see test_name */
  u64 ns;
  u64 n_instructions; /* of the path, as far as it was explored */
  bool is_error;      /* or a warning */
} FoundTest;

typedef VEC(FoundTest) FoundTestVec;

typedef struct CoverRun {
  const Cover *cover;  /* borrowed; of the machine */
  FoundTestVec tests;  /* owned */
  CoverPointVec curve; /* owned */
  u64 step_ns;         /* between two points of it */
  u64 next_ns;
} CoverRun;

void cover_run_on_event(void *user,
                        const RunEvent *e); /* a subscriber's; the user is the CoverRun */
void cover_run_done(CoverRun *c);           /* also for cleanup() */
