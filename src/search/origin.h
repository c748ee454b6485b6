/* origin.h — who found a path: a strategy, a predictor, or a step of a portfolio. */
#ifndef SEARCH_ORIGIN_H
#define SEARCH_ORIGIN_H

#include "base/text.h"

typedef enum Origin {
#define STRATEGY(name, id, line) ORIGIN_##id,
#include "search/strategies.def"
#undef STRATEGY
#define PREDICTOR(name, id, line) ORIGIN_PREDICTOR_##id,
#include "search/predictors.def"
#undef PREDICTOR
#define STEP(name, id, words) ORIGIN_STEP_##id,
#include "search/steps.def"
#undef STEP
  ORIGIN_COUNT
} Origin;

extern const char *const origin_names[ORIGIN_COUNT];

/* Appends it for people: "a model of inputs". */
void origin_print(Origin f, Text *to);

#endif
