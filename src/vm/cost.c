/* cost.c — the names of costs. */
#include "vm/cost.h"

const char *const cost_names[COST_COUNT] = {
#define COST(id, name, meaning) name,
#include "vm/cost.def"
#undef COST
};

const char *const cost_meanings[COST_COUNT] = {
#define COST(id, name, meaning) meaning,
#include "vm/cost.def"
#undef COST
};
