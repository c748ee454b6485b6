/* call_table.h — how calls of recursive functions came to cost most: to be done again.
 *
 * A recursive program solves the same problem at many sizes on one path.  What was bad for a call
 * with some argument (a length, say) is likely to be bad for every such call, whichever call it is
 * made in and however large the whole input is.  So the decisions of the costliest call are kept by
 * function, argument and value.  Only those that it made itself are: the calls that it makes in turn
 * have precedents of their own, and become better with them, as in dynamic programming.
 */
#ifndef PATHS_CALL_TABLE_H
#define PATHS_CALL_TABLE_H

#include "base/map.h"
#include "paths/call_log.h"

typedef struct CallRecord {
  u64 cost;        /* of the whole call */
  DecisionVec own; /* owned; without those of recursive calls that it made */
} CallRecord;

typedef struct Spread {
  double sum; /* of how far costs are from the highest, as logarithms */
  u64 n;
} Spread;

typedef struct CallTable {
  VEC(CallRecord) all;
  Map rows;           /* function, argument, value -> index */
  Map recursive;      /* functions that were called in a call of themselves */
  VEC(Spread) spread; /* of the costs of calls that have one argument in common … */
  Map spread_rows;    /* … function, argument -> index */
  u64 n_changes;      /* how often a call cost more than any before */
} CallTable;

void call_table_done(CallTable *p);

/* A path came to its end with these decisions. */
void call_table_learn(CallTable *p, const CallLog *l, const DecisionVec *decisions);

/* The call that a decision of this call belongs to: the innermost one of a recursive function.  NO_CALL:
 * there is none. */
u32 call_table_owner(const CallTable *p, const CallLog *l, u32 call);

/* What the call is to do, by the argument that predicts its cost best, sometimes by another one; NULL:
 * nothing like it was seen.  Borrowed until the next path is learned. */
const CallRecord *call_table_find(const CallTable *p, const LoggedCall *c, Rng *rng);

#endif
