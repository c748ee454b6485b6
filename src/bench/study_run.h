/* study_run.h — one run of a study: `nadir cover` in a process of its own.
 *
 * Its folder is OUT/NAME/PROGRAM-METHOD-SEED; what is measured of it stays there (bench_child.h).
 */
#ifndef BENCH_STUDY_RUN_H
#define BENCH_STUDY_RUN_H

#include "report/study.h"

#include <signal.h>

typedef struct StudyPlan {
  const char *name;     /* borrowed, as everything here; of the study's folder */
  const char *out;      /* where its folder is */
  const char *programs; /* the folder of the programs */
  const char *nadir;    /* the program */
  const char *build;    /* which of its builds it is */
  u64 budget_ns;        /* of a run */
  u64 seed;             /* the first */
  bool again;           /* also what is there */
  const volatile sig_atomic_t *stop;
} StudyPlan;

/* All seeds of a cell.  An error is one that no other cell would be spared. */
must_use Err study_cell_run(const StudyPlan *plan, StudyReport *r, u32 program, u32 method);

#endif
