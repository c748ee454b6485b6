/* worst_verify.c — the worst inputs run again; see worst_verify.h. */
#include "cli/worst_verify.h"

#include "worst/verify.h"

#include <string.h>

/* For one native run; programs are at their worst, but not that bad. */
static const u64 run_ns = 20 * NS_PER_S;

/* With symbols: what the search counted, counted again along the input. */
static Err check_machine(const Hunt *h, const Trial *t, WorstCheck *c) {
  if (t->best.is_foretold) return OK;
  WitnessRun run;
  TRY(witness_run(h, t->size, &t->best, &run, NULL));
  c->vm_cost = run.cost.n[h->config.cost];
  bool same = run.stop == STOP_EXIT && c->vm_cost == t->best.cost;
  c->vm = same ? VERDICT_CONFIRMED : VERDICT_NOT_SEEN;
  return OK;
}

static void take_lines(const LineCounts *lines, WorstCheck *c) {
  for (u32 i = 0; i < lines->n; i++) {
    const LineCount *l = &lines->at[i];
    if (!c->lines.n || strcmp(vec_last(&c->lines).file, l->file))
      vec_push(&c->lines, ((WorstFile){.file = text_dup(l->file)}));
    vec_push(&vec_last(&c->lines).counts, ((WorstLine){.line = l->line, .n = l->n}));
  }
}

static Err check_native(const WorstRecord *r, NativeProgram *n, const Trial *t, WorstCheck *c) {
  cleanup(native_check_done) NativeCheck check = {0};
  cleanup(text_free) Text test = {0};
  text_addf(&test, "%s/worst-%llu.ktest", text_c(&r->dir), (unsigned long long)t->size);
  TRY(native_check(n, text_c(&test), t->size, run_ns, &check));
  bool same = check.same && (!check.has_cost || check.cost == t->best.cost);
  c->native = !check.ran ? VERDICT_UNKNOWN : same ? VERDICT_CONFIRMED : VERDICT_NOT_SEEN;
  c->has_native_cost = check.has_cost;
  c->native_cost = check.cost;
  c->native_how = TAKE(check.how);
  take_lines(&check.lines, c);
  return OK;
}

Err worst_verify(WorstRecord *r, const Hunt *h, const NativeConfig *native) {
  cleanup(native_freep) NativeProgram *n = NULL;
  TRY(native_open(native, &n));
  for (u32 i = 0; i < h->trials.n; i++) {
    const Trial *t = h->trials.at[i];
    if (!t->best.is_found) continue;
    WorstCheck c = {.size = t->size};
    Err err = check_machine(h, t, &c);
    if (err == OK) err = check_native(r, n, t, &c);
    vec_push(&r->checks, c);
    TRY(err);
  }
  return OK;
}
