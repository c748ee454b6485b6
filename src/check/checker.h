/* checker.h — one contract: its kept inputs run again, a search for worse ones, and what both say of its clauses. */
#pragma once

#include "base/clock.h"
#include "check/compile_db.h"
#include "check/contract.h"
#include "report/check_report.h"

#include <signal.h>

/* The same for all contracts; everything is borrowed. */
typedef struct CheckPlan {
  const OptionSet *options; /* as WorstSearch wants them */
  u32 n_options;
  const CompileDb *db;
  const char *sizes;       /* of contracts that name none, as --size takes them */
  const char *out;         /* the folder of the results */
  const char *kept_folder; /* of the kept inputs; it need not be there */
  u64 time_ns;             /* for one contract; NEVER_NS: any */
  u64 seed;
  double tolerance; /* by how much kept inputs may cost more: 0.05 is 5 % */
  bool replay_only; /* nothing is searched */
  /* Begins to watch for signals that end the search, in the process that works on a contract. */
  const volatile sig_atomic_t *(*watch)(void);
} CheckPlan;

typedef struct CheckJob {
  const Contract *contract; /* borrowed */
  Text name;                /* owned; of its files: src-uniq.c.uniq */
} CheckJob;

/* Checks the contract.  What goes wrong with it is in *ret, too.  For each metric the folder of the job has NAME/METRIC.kept,
 * what would be kept now. */
void check_contract(const CheckPlan *p, const CheckJob *j, CheckContract *ret);

/* What the contract says, with clauses that are undecided for that reason. */
void check_contract_undecided(const Contract *c, const char *why, CheckContract *ret);

/* The distinct metrics of a contract, in order; instructions for one that has only `no errors`. */
void contract_metrics(const Contract *c, WordList *ret);

/* FOLDER/NAME.METRIC.txt, and where the job leaves what would be kept. */
Text kept_path(const CheckPlan *p, const CheckJob *j, const char *metric);
Text kept_now_path(const CheckPlan *p, const CheckJob *j, const char *metric);
