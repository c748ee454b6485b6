/* plus_options.h — the settings of pyse+, on top of those that it shares with pyse. */
#ifndef LEARNED_PLUS_OPTIONS_H
#define LEARNED_PLUS_OPTIONS_H

#include "learned/pyse_options.h"

typedef enum PlusStep {
#define STEP(name, id, on, words) PLUS_##id,
#include "learned/plus_steps.def"
#undef STEP
  PLUS_COUNT
} PlusStep;

typedef struct PlusOptions {
  PyseOptions pyse; /* what both have */
  bool steps[PLUS_COUNT];
  double explore; /* of tree search */
  u32 n_elite;
  double turning;   /* part of the paths that turn off a good one */
  u64 own_every;    /* paths between two of the policy's own */
  u64 patience;     /* paths without a better one after which a life ends */
  u64 lesson_paths; /* at each size of the curriculum */
} PlusOptions;

enum { PLUS_STEPS, PLUS_EXPLORE, PLUS_ELITE, PLUS_TURNING, PLUS_OWN, PLUS_LESSON, PLUS_PATIENCE };
extern const OptionGroup plus_options;
PlusOptions plus_options_read(const OptionSet *plus, const OptionSet *pyse);

#endif
