/* origin.c — the names of whatever finds paths, from the three tables that have them. */
#include "search/origin.h"

const char *const origin_names[ORIGIN_COUNT] = {
#define STRATEGY(name, id, line) [ORIGIN_##id] = name,
#include "search/strategies.def"
#undef STRATEGY
#define PREDICTOR(name, id, line) [ORIGIN_PREDICTOR_##id] = name,
#include "search/predictors.def"
#undef PREDICTOR
#define STEP(name, id, words) [ORIGIN_STEP_##id] = name,
#include "search/steps.def"
#undef STEP
};

static const char *const words[ORIGIN_COUNT] = {
#define STRATEGY(name, id, line) [ORIGIN_##id] = name,
#include "search/strategies.def"
#undef STRATEGY
#define PREDICTOR(name, id, line) [ORIGIN_PREDICTOR_##id] = "a model of " name,
#include "search/predictors.def"
#undef PREDICTOR
#define STEP(name, id, words) [ORIGIN_STEP_##id] = words,
#include "search/steps.def"
#undef STEP
};

void origin_print(Origin f, Text *to) {
  text_add(to, f == ORIGIN_random_paths ? "random paths"
               : f == ORIGIN_ga         ? "a genetic search over inputs"
                                        : words[f]);
}
