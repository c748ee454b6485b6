/* measure.c — reads the numbers of a cell. */
#include "report/measure.h"

#include <math.h>

const char *const measure_words[] = {
#define MEASURE(id, name, words) [MEASURE_##id] = words,
#include "report/measures.def"
#undef MEASURE
};

static double ratio(double cost, const Figure *worst) {
  return worst->is_number && worst->number > 0 ? cost / worst->number : NAN;
}

double measure_ours(const BenchCell *c, Measure m, bool *ret_is_bound) {
  *ret_is_bound = false;
  if (c->state != BENCH_DONE) return NAN;
  if (m == MEASURE_RATIO) return c->has_cost ? ratio((double)c->cost, &c->paper->worst) : NAN;
  *ret_is_bound = !bench_cell_met(c);
  return m == MEASURE_PATHS ? (double)(c->n_feasible + c->n_infeasible) : c->seconds;
}

/* The paper's own worst counts for the paper: it may have had another program. */
double measure_paper(const PaperCell *c, Measure m) {
  const Figure *f = m == MEASURE_PATHS ? &c->paths : m == MEASURE_SECONDS ? &c->seconds : &c->cost;
  if (!f->is_number) return NAN;
  if (m != MEASURE_RATIO) return f->number;
  return c->has_cost ? ratio(f->number, c->claimed.is_number ? &c->claimed : &c->worst) : NAN;
}

const BenchCell *measure_cell(const BenchTable *t, u32 row, u32 column) {
  const BenchCell *found = NULL;
  for (u32 i = 0; i < t->cells.n; i++) {
    const BenchCell *c = &t->cells.at[i];
    if (c->paper->row != row || c->paper->column != column) continue;
    if (!found || c->paper->size > found->paper->size) found = c;
  }
  return found;
}

MeasureMean measure_mean(const BenchTable *t, u32 column, Measure m) {
  MeasureMean mean = {.ours = 0, .paper = 0};
  u32 n_paper = 0;
  for (u32 row = 0; row < t->paper->rows.n; row++) {
    const BenchCell *c = measure_cell(t, row, column);
    if (!c) continue;
    bool is_bound;
    double ours = measure_ours(c, m, &is_bound), paper = measure_paper(c->paper, m);
    mean.n_all++;
    mean.n += isfinite(ours);
    n_paper += isfinite(paper);
    mean.ours += isfinite(ours) ? ours : 0;
    mean.paper += isfinite(paper) ? paper : 0;
  }
  mean.ours = mean.n ? mean.ours / mean.n : NAN;
  mean.paper = n_paper ? mean.paper / n_paper : NAN;
  return mean;
}
