/* bench_print.h — a paper's tables and ours, side by side, line by line as they are measured. */
#ifndef CLI_BENCH_PRINT_H
#define CLI_BENCH_PRINT_H

#include "report/measure.h"

void bench_print_head(const BenchReport *r, Text *t);
void bench_print_table(const PaperTable *table, Text *t); /* its title */
/* Names the program and the columns. */
void bench_print_row(const PaperTable *table, const PaperProgram *program, Text *t);
void bench_print_cell(const PaperTable *table, const BenchCell *cell, Text *t);
/* Of the n > 0 cells of a row. */
void bench_print_notes(const PaperTable *table, const BenchCell *cells, u32 n, Text *t);
/* What a figure shows, when all its cells are known. */
void bench_print_figure(const BenchTable *table, const Paper *p, Text *t);
void bench_print_sum(const BenchReport *r, Text *t);

#endif
