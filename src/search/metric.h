/* metric.h — what is maximised: a cost of the machine, and the probe that counts it. */
#pragma once

#include "base/text.h"
#include "code/llvm/probe.h"
#include "vm/cost.h"

typedef struct Metric {
  char *name; /* owned; as typed */
  CostKind cost;
  Probe probe;    /* for program_probe; its texts are owned by the metric */
  char *argument; /* owned; what probe points into, or NULL */
} Metric;

/* Errors say what was meant, or what there is. */
must_use Err metric_parse(const char *text, Metric *ret);
void metric_done(Metric *m); /* also for cleanup() */

/* Can a native run count it, too? */
bool metric_is_native(const Metric *m);

/* Appends what is counted in words: "branches", "calls of swap". */
void metric_unit(const Metric *m, Text *to);

/* Appends a count in words: "45 branches", "1 call of swap". */
void metric_print(const Metric *m, u64 n, Text *to);
