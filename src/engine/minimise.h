/* minimise.h — the smallest and plainest test that still shows the error of a test, at the same place, or costs
 * as much.
 * After: delta debugging (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", TSE 2002). */
#pragma once

#include "build/target.h"
#include "report/ktest.h"
#include "report/run_report.h"

typedef struct MinimisePlan {
  const Target *target; /* borrowed, as everything here; open */
  VmConfig vm;          /* without what the target adds */
  const Ktest *test;
  u64 size;        /* N of the test */
  bool keeps_cost; /* the test shows no error, and this is not to become less */
  CostKind cost;
  u64 deadline_ns;
  const volatile sig_atomic_t *interrupted;
} MinimisePlan;

typedef struct Minimised {
  NamedBytesVec inputs;        /* owned */
  NamedBytesVec uninit;        /* owned; as the test had it */
  u64 size;                    /* N of these */
  u64 n_bytes_before, n_bytes; /* of the inputs, without what is only zeros at the end of each */
  u64 n_runs, cost;
  bool is_cut_short; /* the time was over, or somebody interrupted it */
  ReportError error; /* owned; what both show; without a kind if costs are kept */
} Minimised;

/* Fails if the test does not fit the program, or shows no error where one is to be kept. */
must_use Err minimise(const MinimisePlan *plan, Minimised *ret);
void minimised_done(Minimised *m); /* also for cleanup() */
