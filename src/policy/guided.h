/* guided.h — the strategies that train at small sizes and follow a policy at large ones. */
#pragma once

#include "policy/training_size.h"

typedef struct Guided {
  TrainingSizeVec training; /* owned */
  Policy policy;            /* owned */
} Guided;

/* Runs the size search under the policy. */
must_use Err policy_search(SizeSearch *t, const Policy *p, u64 max_paths, ExploreStats *ret_stats);

/* The functions of a Strategy whose data are a Guided. */
must_use Err guided_prepare(Search *h, const PolicyOptions *options, Guided *g);
must_use Err guided_search(SizeSearch *t, void *self);
void guided_done(void *self);
