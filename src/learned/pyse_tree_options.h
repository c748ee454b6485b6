/* pyse_tree_options.h — the settings of pyse+, on top of those that it shares with pyse. */
#pragma once

#include "learned/pyse_options.h"

typedef enum PyseTreeStep {
#define STEP(name, id, words) PYSE_TREE_##id,
#include "learned/pyse_tree_steps.def"
#undef STEP
  PYSE_TREE_COUNT
} PyseTreeStep;

typedef struct PyseTreeOptions {
  PyseOptions pyse; /* what both have */
  bool steps[PYSE_TREE_COUNT];
  double explore; /* of tree search */
  u32 max_best_paths;
  double turning;       /* part of the paths that turn off a good one */
  u64 own_every;        /* paths between two of the policy's own */
  u64 patience;         /* paths without a better one after which a life ends */
  u64 curriculum_paths; /* at each size of the curriculum */
} PyseTreeOptions;

enum {
  PYSE_TREE_STEPS,
  PYSE_TREE_EXPLORE,
  PYSE_TREE_ELITE,
  PYSE_TREE_TURNING,
  PYSE_TREE_OWN,
  PYSE_TREE_CURRICULUM_PATHS,
  PYSE_TREE_PATIENCE
};
extern const OptionGroup pyse_tree_options;
PyseTreeOptions pyse_tree_options_read(const OptionSet *plus, const OptionSet *pyse);
