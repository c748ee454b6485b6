/* typical.c — runs random inputs of the same shape as the worst one.
 *
 * Every number is drawn from all that it may be.  A text is drawn from printable letters where it may
 * have them: of all bytes most programs take the first as the end of what they understand.  One that costs
 * more than the worst one is the worst one from then on.
 */
#include "inputs/typical.h"

#include "inputs/evaluator.h"

#include <stdlib.h>

enum {
  MIN_ENDED = 20,       /* fewer inputs say nothing about the others */
  LONGER_THAN_WORST = 4 /* an input that runs so many times as long as the worst one is given up */
};

static void draw(const Gene *g, Rng *rng, u8 *genome) {
  bool is_plain = g->kind == GENE_TEXT && !g->letters && g->low <= ' ' && g->high >= '~';
  for (u32 i = 0; i < g->n; i++)
    gene_put(g, genome, i,
             is_plain ? (i64)(' ' + rng_below(rng, '~' - ' ' + 1)) : gene_random(g, rng));
}

/* Chance beat the search, which had little time.  It cannot beat a proof: a condition on floats that ranges decide
 * is none on a path that was proven, and counts as one when values are followed. */
static Err take_worse(Evaluator *j, const u8 *genome, const Evaluation *seen) {
  SizeSearch *t = j->size_search;
  Witness w;
  if (t->is_proven || (t->best.is_found && seen->cost <= t->best.cost)) return OK;
  TRY(evaluator_witness(j, genome, j->plan.n_bytes, &w));
  size_search_admit(t, &w, &seen->costs);
  return OK;
}

static Err run_inputs(Evaluator *j, Rng *rng, u64 deadline_ns, bool takes_worse, U64Vec *costs) {
  for (u32 k = 0; k < TYPICAL_INPUTS && clock_left(deadline_ns); k++) {
    cleanup(freep) u8 *genome = mem_new(MAX(j->plan.n_bytes, 1u));
    for (u32 i = 0; i < j->plan.genes.n; i++) draw(&j->plan.genes.at[i], rng, genome);
    Evaluation evaluation;
    TRY(evaluator_run(j, genome, j->plan.n_bytes, &evaluation));
    if (evaluation.stop != STOP_EXIT) continue;
    vec_push(costs, evaluation.cost);
    if (takes_worse) TRY(take_worse(j, genome, &evaluation));
  }
  return OK;
}

static int compare(const void *a, const void *b) {
  u64 x = *(const u64 *)a, y = *(const u64 *)b;
  return (x > y) - (x < y);
}

Err typical_find(SizeSearch *t, u64 limit_ns, bool takes_worse, Typical *ret) {
  u64 deadline_ns = clock_after(limit_ns);
  Rng rng = {t->search->config.seed ^ t->size};
  U64Vec costs = {0};
  Evaluator evaluator = {0};
  Err err = evaluator_open(t, 0, deadline_ns, &evaluator);
  evaluator.is_quiet = true;
  u64 worst = t->best.costs.n[COST_INSTRUCTIONS];
  if (worst) evaluator.max_instructions = MAX(worst, (u64)1 << 20) * LONGER_THAN_WORST;
  if (err == OK) err = run_inputs(&evaluator, &rng, deadline_ns, takes_worse, &costs);
  evaluator_close(&evaluator);
  *ret = (Typical){0};
  if (err == OK && costs.n >= MIN_ENDED) {
    qsort(costs.at, costs.n, sizeof *costs.at, compare);
    *ret = (Typical){
        .n = costs.n, .median = costs.at[costs.n / 2], .high = costs.at[(costs.n * 19 - 1) / 20]};
  }
  vec_free(&costs);
  return err;
}
