/* measure.h — one number of a cell, ours and the paper's, for figures and charts. */
#ifndef REPORT_MEASURE_H
#define REPORT_MEASURE_H

#include "report/bench_report.h"

extern const char *const measure_words[]; /* by Measure: what is measured, for people */

/* Not finite: nothing is known.  A bound: the worst was not found, it takes more than that. */
double measure_ours(const BenchCell *c, Measure m, bool *ret_is_bound);
double measure_paper(const PaperCell *c, Measure m);

/* The largest size of a row and a column; NULL: there is none. */
const BenchCell *measure_cell(const BenchTable *t, u32 row, u32 column);

typedef struct MeasureMean {
  double ours, paper; /* not finite: of no program */
  u32 n;              /* programs that ours is of, of n_all */
  u32 n_all;
} MeasureMean;

/* Over the programs of a column. */
MeasureMean measure_mean(const BenchTable *t, u32 column, Measure m);

#endif
