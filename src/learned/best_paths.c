/* best_paths.c — a small set of paths, of which the worst goes first. */
#include "learned/best_paths.h"

static void path_done(GoodPath *p) {
  vec_free(&p->marks);
  p->model = model_unref(p->model);
}

static void unlearn(BestPaths *e, const GoodPath *p) {
  for (u32 i = 0; i < p->marks.n; i++)
    if (!p->marks.at[i].is_forced)
      side_counts_remove(&e->side_counts, p->marks.at, i + 1, p->marks.at[i].action);
}

void best_paths_done(BestPaths *e) {
  side_counts_done(&e->side_counts);
  for (u32 i = 0; i < e->all.n; i++) path_done(&e->all.at[i]);
  vec_free(&e->all);
}

static bool is_before(const GoodPath *a, const GoodPath *b) {
  return a->cost != b->cost ? a->cost > b->cost : a->serial > b->serial;
}

/* The set is in order, the best first. */
static void sink(BestPaths *e, u32 i) {
  assert(i < e->all.n);
  for (; i && is_before(&e->all.at[i], &e->all.at[i - 1]); i--) {
    GoodPath p = e->all.at[i];
    e->all.at[i] = e->all.at[i - 1];
    e->all.at[i - 1] = p;
  }
}

void best_paths_clear(BestPaths *e) {
  for (u32 i = 0; i < e->all.n; i++) path_done(&e->all.at[i]);
  vec_clear(&e->all);
  map_clear(&e->side_counts.counts);
}

void best_paths_offer(BestPaths *e, u64 cost, const DecisionMark *marks, u32 n, Model *model) {
  assert(e->max);
  e->n_seen++;
  if (e->all.n == e->max) {
    if (vec_last(&e->all).cost > cost) return;
    unlearn(e, &vec_last(&e->all));
    path_done(&vec_last(&e->all));
    e->all.n--;
  }
  GoodPath p = {.cost = cost, .serial = e->n_seen, .model = model ? model_ref(model) : NULL};
  vec_append(&p.marks, marks, n);
  vec_push(&e->all, p);
  for (u32 i = 0; i < p.marks.n; i++)
    if (!p.marks.at[i].is_forced)
      side_counts_add(&e->side_counts, p.marks.at, i + 1, p.marks.at[i].action);
  sink(e, e->all.n - 1);
}

const GoodPath *best_paths_pick(const BestPaths *e, Rng *rng) {
  if (!e->all.n) return NULL;
  u64 a = rng_below(rng, e->all.n), b = rng_below(rng, e->all.n);
  return &e->all.at[MIN(a, b)];
}
