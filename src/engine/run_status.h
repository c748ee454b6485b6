/* run_status.h — reads from a store who does what in its run. */
#pragma once

#include "report/status_report.h"
#include "store/store.h"

/* The rate is that since `before`, the paths of an earlier moment so long ago; 0: since the run began. */
typedef struct StatusBefore {
  u64 n_paths, ago_ns;
} StatusBefore;

/* *ret is the caller's; its command is not set. */
must_use Err run_status_read(Store *s, const StatusBefore *before, StatusReport *ret);
