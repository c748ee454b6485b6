/* bench_run.h — one cell of a paper's table: a run of `nadir worst` in a process of its own.
 *
 * Its folder is OUT/PAPER/TABLE-PROGRAM-COLUMN-SIZE.  What `nadir worst` writes stays there.  Once
 * the run has ended, bench.json lies beside it, and the cell is not run again by the same command.
 * A random cell is several runs, each in a folder of its own.  It shows the median run, ordered by
 * what was found and then by the paths that it took.
 */
#ifndef BENCH_BENCH_RUN_H
#define BENCH_BENCH_RUN_H

#include "report/bench_report.h"

#include <signal.h>

typedef struct BenchPlan {
  const char *bench; /* borrowed, as everything here; the folder of the papers */
  const char *name;  /* of the paper's folder in it and in `out` */
  const char *out;
  const char *nadir; /* the program */
  const char *build; /* which of its builds it is */
  u64 budget_ns;     /* of a cell */
  u64 seed;          /* the first */
  u32 n_seeds;       /* for columns that are random; at least 1 */
  bool again;        /* also what is there */
  const volatile sig_atomic_t *stop;
} BenchPlan;

/* cell->paper is set.  An error is one that no other cell would be spared. */
must_use Err bench_cell_run(const BenchPlan *plan, const Paper *p, const PaperTable *t,
                            BenchCell *cell);

#endif
