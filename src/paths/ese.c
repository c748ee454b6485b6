/* ese.c — the strategy of evolutionary symbolic execution; the algorithm is in evolution.c. */
#include "paths/evolution.h"

static Err search(SizeSearch *t, void *self) {
  (void)self;
  EseOptions options = ese_options_read(search_options(t->search, &ese_options));
  Evolution *e = evolution_new(t, &options);
  Err err = evolution_run(e, UINT64_MAX);
  size_search_say(t, "%llu generations of path conditions",
                  (unsigned long long)stat_of(&t->stats, &stat_generations));
  evolution_free(e);
  return err;
}

const Strategy strategy_ese = {.search = search, .options = {&ese_options}};
