/* runner.h — all contracts, several at a time, each in a process of its own: one that crashes or hangs leaves the others
 * alone. */
#pragma once

#include "check/checker.h"

typedef VEC(CheckJob) CheckJobs;

/* One for each contract, with names that no two share and that stay the same as long as the contracts do. */
void check_jobs_make(const ContractVec *contracts, CheckJobs *ret);
void check_jobs_done(CheckJobs *jobs);

/* Who looks on; both may be NULL. */
typedef struct CheckWatcher {
  void *user;
  void (*ended)(void *user, const CheckContract *c); /* in the order of the contracts */
  void (*tick)(void *user, u32 n_ended, u32 n_all, const Contract *oldest); /* that is at work */
} CheckWatcher;

typedef struct CheckRun {
  const CheckPlan *plan;
  const CheckJobs *jobs;
  u32 n_processes;
  const volatile sig_atomic_t *interrupted;
  CheckWatcher watcher;
} CheckRun;

/* Adds the contracts to the report. */
must_use Err check_run(const CheckRun *r, CheckReport *io);
