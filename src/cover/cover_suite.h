/* cover_suite.h — few tests that cover what all that were found cover, and what these come to.
 *
 * Each test is run again in the machine, without symbols, so that nothing is claimed that a test does
 * not show.  Errors and warnings keep their tests.  The rest is a set cover over sides of branches and
 * functions.
 */
#pragma once

#include "build/block_counts.h"
#include "build/line_counts.h"
#include "cover/cover_run.h"
#include "engine/rerun.h"

/* Everything is borrowed. */
typedef struct SuitePlan {
  Rerun rerun;
  CoverScope *scope;
  const FoundTestVec *tests;
  const OutDir *out;
  bool keeps_all;
  u64 limit_ns; /* for running all of them again, twice; a test for which there is no time covers nothing */
  Module *probed; /* by cover_suite_probe */
} SuitePlan;

typedef struct SuiteTest {
  u32 found; /* index among those that were found */
  u32 n_sides, n_new;
} SuiteTest;

typedef struct CoverSuite {
  Cover *cover;         /* owned; sides that some test of all took are seen */
  VEC(SuiteTest) tests; /* owned; those that were kept, in their order */
  u32 *n_side, *n_fn;   /* owned; tests of the suite that took a side, entered a function */
  LineCounts lines;     /* owned; arrivals of the suite */
  BlockCounters blocks; /* owned; likewise */
} CoverSuite;

/* The program once more, with what counts arrivals at its blocks and lines.  The caller owns it. */
must_use Err cover_suite_probe(const Target *t, Module **ret);

void cover_suite_make(const SuitePlan *plan, CoverSuite *ret);
void cover_suite_done(CoverSuite *s); /* also for cleanup(), and after an error */

/* Does the suite have the test of this number? */
bool cover_suite_has(const CoverSuite *s, const FoundTestVec *tests, u64 number);
