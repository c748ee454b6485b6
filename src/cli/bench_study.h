/* bench_study.h — `nadir bench` of a study (report/study.h): what is covered, instead of what costs
 * most. */
#ifndef CLI_BENCH_STUDY_H
#define CLI_BENCH_STUDY_H

#include "bench/study_run.h"

typedef struct BenchStudy {
  StudyPlan plan;
  const char *path;                  /* borrowed, as everything here; of study.json */
  const char *only_program, *method; /* NULL: all */
  u32 n_seeds;                       /* 0: the study's */
  bool is_silent;                    /* prints only JSON, at the end */
} BenchStudy;

must_use Err bench_study_run(const BenchStudy *b);

#endif
