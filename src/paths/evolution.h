/* evolution.h — evolutionary symbolic execution at one size, in slices: it goes on where it stopped. */
#pragma once

#include "paths/ese_options.h"
#include "paths/individual.h"

extern const StatInfo stat_generations, stat_children, stat_infeasible_children;

typedef struct Evolution Evolution;

/* Borrows the size search until it is freed. */
Evolution *evolution_new(SizeSearch *t, const EseOptions *options);
Evolution *evolution_free(Evolution *e); /* accepts NULL, returns NULL */

/* Goes on for so many paths, until the budget of the size search is spent or there is nothing left to do. */
must_use Err evolution_run(Evolution *e, u64 max_paths);

bool evolution_is_over(const Evolution *e); /* there is nothing left to do */
const IndividualVec *evolution_population(const Evolution *e);
