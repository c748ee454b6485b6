/* pyse_options.h — the settings of PySE, those of the paper unless given. */
#pragma once

#include "base/option.h"
#include "learned/agent.h"

/* What counts as one branch. */
typedef enum Viewpoint { SITES_LINE, SITES_INSTRUCTION, SITES_DEPTH, SITES_CALLS } Viewpoint;

typedef struct PyseOptions {
  AgentConfig agent;
  bool is_basic; /* Algorithm 1: without the path finder */
  bool is_noisy; /* every path has random decisions, also the policy's own */
  Viewpoint sites;
  double epsilon;
  u32 n_searches;                     /* N_search */
  u64 pretrain;                       /* a size to learn at first; 0: none */
  u64 pretrain_paths;                 /* how many paths there */
  const char *policy_in, *policy_out; /* files; NULL: none */
} PyseOptions;

extern const OptionGroup pyse_options;
PyseOptions pyse_options_read(const OptionSet *s);
/* The same for pyse+, which has other standards. */
PyseOptions pyse_options_read_plus(const OptionSet *s);
