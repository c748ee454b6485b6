/* prune_homi.c — every now and then, gives up the leaves of the lowest scores.
 *
 * The score of a leaf is the sum of the weights of those features that are conditions on its path.
 * After: Cha, Hong, Lee, Oh, "Making symbolic execution promising by learning aggressive state-pruning
 * strategy", ESEC/FSE 2020, section 3.1.
 */
#include "explore/prune_homi.h"

#include "base/clock.h"

#include <stdlib.h>

typedef struct PruneHomi {
  Pruner base;
  VEC(double) weights; /* by number of the feature; 0: no feature of the draw */
  VEC(u32) n_leaves;   /* with this feature, likewise */
  U32Vec found;        /* scratch */
} PruneHomi;

typedef struct Score {
  double score;
  u32 place; /* the earlier one goes first: the searcher would pick it later */
} Score;

static int by_score(const void *a, const void *b) {
  const Score *x = a, *y = b;
  if (x->score != y->score) return x->score < y->score ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

static HomiPruning *pruning_of(const Pruner *p) {
  assert(p->homi);
  return p->homi;
}

/* ---- runs ---------------------------------------------------------------------------------------- */

void homi_pruning_begin(HomiPruning *h) {
  h->draw = 0;
  h->next_ns = clock_after(h->period_ns);
}

/* ---- scores -------------------------------------------------------------------------------------- */

/* A leaf without a context was parked by a loop that keeps none: nothing is known of it. */
static double score_of(PruneHomi *p, HomiPruning *h, const Leaf *leaf) {
  const Context *c = leaf_context(leaf);
  double sum = 0;
  if (h->scores_randomly) return rng_unit(&p->base.rng);
  vec_clear(&p->found);
  if (c) features_find(h->features, c, &p->found);
  for (u32 i = 0; i < p->found.n; i++) {
    sum += p->weights.at[p->found.at[i]];
    p->n_leaves.at[p->found.at[i]]++;
  }
  return sum;
}

/* The leaves, those of the lowest score first. */
static Score *rank(PruneHomi *p, const HomiDraw *d, Leaf *const *leaves, u32 n) {
  HomiPruning *h = pruning_of(&p->base);
  Score *scores = mem_new(n * sizeof *scores);
  vec_clear(&p->weights);
  vec_resize(&p->weights, h->features->conditions.n);
  vec_clear(&p->n_leaves);
  vec_resize(&p->n_leaves, h->features->conditions.n);
  for (u32 i = 0; i < d->n; i++) p->weights.at[d->features[i]] = d->weights[i];
  for (u32 i = 0; i < n; i++) scores[i] = (Score){score_of(p, h, leaves[i]), i};
  qsort(scores, n, sizeof *scores, by_score);
  return scores;
}

/* How many features some of the leaves have and others have not; those of the others do not count. */
static u32 find_varying(const PruneHomi *p, HomiDraw *io, u32 n, bool ignores_constant) {
  u32 n_varying = 0;
  for (u32 i = 0; i < io->n; i++) {
    u32 n_with = p->n_leaves.at[io->features[i]];
    bool varies = n_with && n_with < n;
    n_varying += varies;
    if (ignores_constant) io->counts[i] = varies;
  }
  return n_varying;
}

/* ---- pruning ------------------------------------------------------------------------------------- */

static bool due(const Pruner *p, u32 n_leaves) {
  const HomiPruning *h = pruning_of(p);
  return n_leaves >= h->min_leaves && homi_can_draw(h->homi) && clock_ns() >= h->next_ns;
}

static void judge(Pruner *base, Leaf *const *leaves, u32 n, bool *io) {
  PruneHomi *p = (PruneHomi *)base;
  HomiPruning *h = pruning_of(base);
  if (n < h->min_leaves || !homi_can_draw(h->homi) || clock_ns() < h->next_ns) return;
  u64 from = h->catches_up ? h->next_ns : clock_ns();
  h->next_ns = MAX(from + h->period_ns, clock_after(h->least_gap_ns));
  u32 k = homi_draw(h->homi);
  HomiDraw *d = &h->homi->draws.at[k];
  cleanup(freep) Score *scores = rank(p, d, leaves, n);
  if (find_varying(p, d, n, h->ignores_constant) < h->min_varying) return;
  u32 n_to_go = (u32)(n * homi_part(h->homi, k));
  for (u32 i = 0; i < n_to_go; i++) io[scores[i].place] = true;
  h->draw = k + 1;
}

static void done(Pruner *base) {
  PruneHomi *p = (PruneHomi *)base;
  vec_free(&p->weights);
  vec_free(&p->n_leaves);
  vec_free(&p->found);
}

const PrunerOps prune_homi_ops = {
    .size = sizeof(PruneHomi), .reads_conditions = true, .due = due, .judge = judge, .done = done};
