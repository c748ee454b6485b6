/* html_bench_chart.h — charts of what a bench measured, for its page. */
#ifndef REPORT_HTML_BENCH_CHART_H
#define REPORT_HTML_BENCH_CHART_H

#include "report/measure.h"

/* A program of a table: a measure against the size, a line for each column; nothing if no cell has
 * the measure. */
void bench_chart_sizes(const BenchTable *t, const Paper *p, u32 row, Measure m, Text *to);
void bench_chart_columns_key(const BenchTable *t, u32 row, Text *to); /* what the lines are */

/* A figure: its measure in each column, a line for each program. */
void bench_chart_variants(const BenchTable *t, const Paper *p, Text *to);

#endif
