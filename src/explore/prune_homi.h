/* prune_homi.h — pruning by what was learned of earlier tests: what one pruner and whoever collects the
 * tests have in common. */
#pragma once

#include "explore/feature_set.h"
#include "explore/pruner.h"
#include "learn/homi.h"

typedef struct HomiPruning {
  Homi *homi;            /* borrowed */
  Features *features;    /* borrowed */
  u64 period_ns;         /* from one pruning to the next */
  u32 min_leaves;        /* below so many nothing is pruned */
  u32 min_varying;       /* nor where fewer features tell paths apart */
  bool catches_up;       /* a late pruning does not delay the next one */
  u64 least_gap_ns;      /* … which comes no sooner than this after it */
  bool scores_randomly;  /* for comparison: any paths are pruned */
  bool ignores_constant; /* weights of features that all paths have, or none has, say nothing */
  u64 times_ns[HOMI_MOST_KINDS]; /* lengths of a run */
  /* How it stands. */
  u32 draw;    /* index + 1 of the last one in this run; 0: none yet */
  u64 next_ns; /* when to prune next */
} HomiPruning;

/* A run begins now: homi_begin_run was called. */
void homi_pruning_begin(HomiPruning *h);
