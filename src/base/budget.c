/* budget.c — compares what a run has used with its limits.
 *
 * The names and meanings of limits come from limits.def.  The clock is read last, because that
 * costs the most, and only if there is a deadline.
 */
#include "base/budget.h"

static const struct {
  const char *name, *meaning;
} rows[LIMIT_COUNT] = {
    [LIMIT_NOT] = {"none", "complete"},
#define LIMIT(id, name, meaning) [LIMIT_##id] = {name, meaning},
#include "base/limits.def"
#undef LIMIT
};

Budget budget_unlimited(void) {
  return (Budget){.deadline_ns = NEVER_NS,
                  .max_paths = UINT64_MAX,
                  .max_instructions = UINT64_MAX,
                  .max_bytes = UINT64_MAX};
}

Budget budget_part(const Budget *b, u64 part) {
  Budget own = *b;
  own.deadline_ns = clock_part(b->deadline_ns, part);
  return own;
}

Limit budget_spent(Budget *b, Usage used) {
  b->n_asked++;
  if (b->n_asked == b->fire_at) return LIMIT_TEST;
  if (b->interrupted && *b->interrupted) return LIMIT_INTERRUPT;
  if (used.n_paths >= b->max_paths) return LIMIT_PATHS;
  if (used.n_instructions >= b->max_instructions) return LIMIT_INSTRUCTIONS;
  if (b->deadline_ns != NEVER_NS && clock_ns() >= b->deadline_ns) return LIMIT_TIME;
  return LIMIT_NOT;
}

const char *limit_name(Limit l) { return rows[l].name; }

const char *limit_meaning(Limit l) { return rows[l].meaning; }

DeadlineScope deadline_narrow(Budget *b, u64 deadline_ns) {
  DeadlineScope s = {b, b->deadline_ns};
  b->deadline_ns = MIN(b->deadline_ns, deadline_ns);
  return s;
}

DeadlineScope deadline_part(Budget *b, u64 part) {
  return deadline_narrow(b, clock_part(b->deadline_ns, part));
}

void deadline_restore(DeadlineScope *s) {
  assert(s->budget->deadline_ns <= s->before);
  s->budget->deadline_ns = s->before;
}
