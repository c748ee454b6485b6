/* origin.h — who found a path: a row of searches.def. */
#pragma once

#include "base/base.h"

typedef enum Origin {
#define STRATEGY(name, id, ...) ORIGIN_##id,
#define ARM STRATEGY
#define BOTH STRATEGY
#define PREDICTOR STRATEGY
#define STEP STRATEGY
#include "search/searches.def"
  ORIGIN_COUNT
} Origin;

extern const char *const origin_names[ORIGIN_COUNT];
extern const char *const origin_words[ORIGIN_COUNT]; /* for people: "a model of inputs" */
