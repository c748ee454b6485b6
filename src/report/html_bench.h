/* html_bench.h — the page of a bench: what was measured beside what the paper says, with charts. */
#ifndef REPORT_HTML_BENCH_H
#define REPORT_HTML_BENCH_H

#include "report/bench_report.h"

/* Appended.  Links lead to the pages of the cells, in folders beside the page's file. */
void html_bench(const BenchReport *r, Text *to);

#endif
