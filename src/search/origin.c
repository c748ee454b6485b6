/* origin.c — the names of whatever finds paths. */
#include "search/origin.h"

const char *const origin_names[ORIGIN_COUNT] = {
#define STRATEGY(name, id, ...) [ORIGIN_##id] = name,
#define ARM STRATEGY
#define BOTH STRATEGY
#define PREDICTOR STRATEGY
#define STEP STRATEGY
#include "search/searches.def"
};

const char *const origin_words[ORIGIN_COUNT] = {
#define STRATEGY(name, id, words, line) [ORIGIN_##id] = words,
#define ARM STRATEGY
#define BOTH STRATEGY
#define PREDICTOR STRATEGY
#define STEP STRATEGY
#include "search/searches.def"
};
