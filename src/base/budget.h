/* budget.h — the limits of a run, checked at safe points.
 *
 * All limits of a run are in one place, so that a loop asks one question.  Asking is pure except
 * that it is counted: a test makes the budget fire at the n-th question and so visits every point
 * at which a run can end.
 */
#pragma once

#include "base/base.h"
#include "base/clock.h"

#include <signal.h>

typedef enum Limit {
  LIMIT_NOT, /* there is some left */
#define LIMIT(id, name, meaning) LIMIT_##id,
#include "base/limits.def"
#undef LIMIT
  LIMIT_COUNT
} Limit;

typedef struct Budget {
  u64 deadline_ns;                          /* NEVER_NS: none */
  u64 max_paths, max_instructions;          /* UINT64_MAX: any number */
  u64 max_bytes;                            /* see mem_bytes; kept by the loop as long as it can */
  const volatile sig_atomic_t *interrupted; /* borrowed, or NULL; set by a signal handler */
  u64 fire_at;                              /* for tests: the n-th asking, from 1; 0: never */
  u64 n_asked;
} Budget;

/* What was used so far. */
typedef struct Usage {
  u64 n_paths, n_instructions;
} Usage;

Budget budget_unlimited(void);

/* The same limits with the Nth part of the time that is left: for a step that has a budget of its own, so that nothing
 * is to be restored. */
Budget budget_part(const Budget *b, u64 part);

/* Which limit is reached, or LIMIT_NOT.  Memory is not looked at: what can be done about it is
 * known to the loop only. */
Limit budget_spent(Budget *b, Usage used);

/* Where callees read the budget of a search themselves: its deadline is narrowed until the end of a scope:
 *
 *     cleanup(deadline_restore) DeadlineScope scope = deadline_part(&t->budget, PART_LEARNING);
 */
typedef struct DeadlineScope {
  Budget *budget; /* borrowed */
  u64 before;
} DeadlineScope;

DeadlineScope deadline_narrow(Budget *b, u64 deadline_ns);
DeadlineScope deadline_part(Budget *b, u64 part); /* to the Nth part of the time that is left */
void deadline_restore(DeadlineScope *s);

const char *limit_name(Limit l); /* "time", "paths", … */
const char *limit_meaning(Limit l);
