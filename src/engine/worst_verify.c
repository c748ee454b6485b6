/* worst_verify.c — checks every worst input: its cost in the machine, then its path and cost
 * natively.  What is reported is the cost that the machine counts on the input alone.
 *
 * A cost that was seen when the search ran that input is not counted once more.  Each size gets
 * half of the time that is left, the last one all of it: small sizes need little, and one that
 * takes long leaves as much to those after it.
 */
#include "engine/worst_verify.h"

#include "search/time_parts.h"
#include "search/witness_run.h"

#include <string.h>

/* With numbers in place of symbols, as a program is run; conditions on symbols can only be counted with symbols. */
static Err check_machine(const Search *h, const Budget *budget, const SizeSearch *t,
                         WorstCheck *c) {
  bool needs_symbols = h->config.cost == COST_BRANCHES;
  if (t->best.is_predicted && needs_symbols) return OK;
  if (t->best.is_seen && (needs_symbols || t->best.is_plain)) { /* that was this very run */
    c->vm_cost = t->best.cost;
    c->vm = VERDICT_CONFIRMED;
    return OK;
  }
  WitnessRun run;
  TRY(needs_symbols ? witness_run_within(h, budget, t->size, &t->best, &run, NULL)
                    : witness_run_plain(h, budget, t->size, &t->best, &run));
  if (run.stop == STOP_BUDGET) return OK; /* nothing is known */
  c->vm_cost = run.cost.n[h->config.cost];
  c->instructions = run.cost.n[COST_WORK];
  c->vm_ended = run.stop == STOP_EXIT;
  c->vm = c->vm_ended && c->vm_cost == t->best.cost ? VERDICT_CONFIRMED : VERDICT_NOT_SEEN;
  return OK;
}

static Err check_native(const WorstRecord *r, NativeProgram *n, u64 deadline_ns,
                        const SizeSearch *t, WorstCheck *c) {
  cleanup(native_check_done) NativeCheck check = {0};
  cleanup(text_free) Text test =
      text_format("%s/worst-%llu.ktest", text_c(&r->out.path), (unsigned long long)t->size);
  u64 limit_ns = MAX(clock_left(deadline_ns), 1u);
  TRY(native_check(n, text_c(&test), t->size, limit_ns, &check));
  bool same = check.same && (!check.has_cost || check.cost == t->best.cost);
  bool tells = check.ran && !(same && check.is_foreign);
  c->native = !tells ? VERDICT_UNKNOWN : same ? VERDICT_CONFIRMED : VERDICT_NOT_SEEN;
  c->has_native_cost = check.has_cost;
  c->native_cost = check.cost;
  cleanup(text_free) Text how = {0};
  text_add(&how, check.how);
  if (t->best.depends_on_uninit)
    text_add(&how, "; the path depends on memory that nobody wrote, which is no input");
  c->native_how = text_dup(text_c(&how));
  for (u32 i = 0; i < check.lines.n; i++) {
    const LineCount *l = &check.lines.at[i];
    if (!c->lines.n || strcmp(vec_last(&c->lines).file, l->file))
      vec_push(&c->lines, ((WorstFile){.file = text_dup(l->file)}));
    vec_push(&vec_last(&c->lines).counts, ((WorstLine){.line = l->line, .n = l->n}));
  }
  for (u32 i = 0; i < check.stacks.counts.n; i++) {
    const StackCount *s = &check.stacks.counts.at[i];
    vec_push(&c->stacks, ((WorstStack){.stack = text_dup(s->stack), .n = s->n}));
  }
  return OK;
}

static Err check(WorstRecord *r, const Search *h, const SizeSearch *t, NativeProgram *n,
                 Budget *budget) {
  WorstCheck c = {.size = t->size};
  Err err = OK;
  Limit limit = budget_spent(budget, (Usage){0, 0});
  if (limit != LIMIT_NOT) {
    c.native = VERDICT_UNKNOWN;
    c.native_how = text_dup(limit_meaning(limit));
  } else {
    err = check_machine(h, budget, t, &c);
    if (err == OK) err = check_native(r, n, budget->deadline_ns, t, &c);
  }
  vec_push(&r->checks, c);
  return err;
}

/* Small sizes take no time; one that takes long leaves as much to those behind it. */
Err worst_verify(WorstRecord *r, const Search *h, const NativeConfig *native, u64 limit_ns) {
  cleanup(native_freep) NativeProgram *n = NULL;
  Budget budget = budget_unlimited();
  budget.deadline_ns = clock_after(limit_ns);
  budget.interrupted = native->interrupted;
  TRY(native_open(native, &n));
  for (u32 i = 0; i < h->searches.n; i++) {
    if (!h->searches.at[i]->best.is_found) continue;
    Budget part = i + 1 < h->searches.n ? budget_part(&budget, PART_VERIFYING) : budget;
    TRY(check(r, h, h->searches.at[i], n, &part));
  }
  return OK;
}
