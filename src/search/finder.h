/* finder.h — who found a path: a strategy, a predictor, or a step of a portfolio. */
#ifndef SEARCH_FINDER_H
#define SEARCH_FINDER_H

#include "base/text.h"

typedef enum Finder {
#define STRATEGY(name, id, line) FINDER_##id,
#include "search/strategies.def"
#undef STRATEGY
#define PREDICTOR(name, id, line) FINDER_PREDICTOR_##id,
#include "search/predictors.def"
#undef PREDICTOR
#define STEP(name, id, words) FINDER_STEP_##id,
#include "search/steps.def"
#undef STEP
  FINDER_COUNT
} Finder;

extern const char *const finder_names[FINDER_COUNT];

/* Appends it for people: "a model of inputs". */
void finder_print(Finder f, Text *to);

#endif
