/* measure.h — one backend on one workload, in a process of its own. */
#pragma once

#include "bench/solver/backend.h"
#include "bench/solver/workload.h"

typedef enum Outcome {
  OUTCOME_DONE,
  OUTCOME_NOT_RUN,  /* not wanted, or a smaller size was too slow already */
  OUTCOME_TOO_SLOW, /* killed at the limit; only peak_bytes is set */
  OUTCOME_FAILED,   /* the process died */
  OUTCOME_NO_SENSE, /* the backend cannot express the path */
} Outcome;

typedef struct Job {
  const Workload *workload;
  u32 n;
  const Backend *backend;
  const char *stages; /* for the chain; NULL: all */
  u64 limit_ns;
} Job;

Outcome measure(const Job *job, Measured *out);
