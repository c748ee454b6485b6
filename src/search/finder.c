/* finder.c — the names of whatever finds paths, from the three tables that have them. */
#include "search/finder.h"

const char *const finder_names[FINDER_COUNT] = {
#define STRATEGY(name, id, line) [FINDER_##id] = name,
#include "search/strategies.def"
#undef STRATEGY
#define PREDICTOR(name, id, line) [FINDER_PREDICTOR_##id] = name,
#include "search/predictors.def"
#undef PREDICTOR
#define STEP(name, id, words) [FINDER_STEP_##id] = name,
#include "search/steps.def"
#undef STEP
};

static const char *const words[FINDER_COUNT] = {
#define STRATEGY(name, id, line) [FINDER_##id] = name,
#include "search/strategies.def"
#undef STRATEGY
#define PREDICTOR(name, id, line) [FINDER_PREDICTOR_##id] = "a model of " name,
#include "search/predictors.def"
#undef PREDICTOR
#define STEP(name, id, words) [FINDER_STEP_##id] = words,
#include "search/steps.def"
#undef STEP
};

void finder_print(Finder f, Text *to) {
  text_add(to, f == FINDER_random_paths ? "random paths"
               : f == FINDER_ga         ? "a genetic search over inputs"
                                        : words[f]);
}
