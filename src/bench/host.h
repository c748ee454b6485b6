/* host.h — on what computer, and with what versions, something was measured. */
#ifndef BENCH_HOST_H
#define BENCH_HOST_H

#include "report/bench_report.h"

/* Appends: cpu, cores, memory, kernel, clang, date, load.  What the system does not tell is
 * "unknown". */
void host_facts(BenchReport *r);

void fact_add(BenchReport *r, const char *name, const char *fmt, ...) printf_like(3, 4);

#endif
