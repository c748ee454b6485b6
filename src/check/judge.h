/* judge.h — is a clause kept?  From what a search found, or from kept inputs alone.
 *
 * Broken needs an input: of a formula one whose cost, run again, is above it; of a class of growth those at the largest sizes,
 * whose costs are multiplied by more than the class allows each time that N doubles, or a law of proven costs.
 * Where neither that nor the opposite shows, the clause is undecided.
 */
#pragma once

#include "check/contract.h"
#include "check/kept.h"
#include "report/check_report.h"

typedef struct Evidence {
  const WorstReport *report; /* borrowed */
  bool searched;             /* false: only kept inputs were run */
} Evidence;

/* *io has its texts; the rest is filled in. */
void judge_clause(const Clause *c, const Evidence *e, CheckClause *io);

typedef struct KeptRun { /* a kept input, run again */
  u64 size, kept, now;
  bool ended;      /* … by itself */
  const char *how; /* if not: how it ended */
} KeptRun;
typedef VEC(KeptRun) KeptRuns;

/* Do the kept inputs of the largest sizes cost more than they did, by more than the tolerance (0.05: 5 %), or has their growth
 * changed? */
void judge_kept(const KeptRuns *runs, double tolerance, const Evidence *e, CheckClause *io);
