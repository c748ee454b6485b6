/* searcher.c — the table of searchers, and their lives. */
#include "explore/searcher.h"

const SearcherRow searcher_rows[] = {
#define SEARCHER(name, ops, help) {name, &ops},
#define COMBINATOR(name, ops, help)
#include "explore/searchers.def"
#undef SEARCHER
#undef COMBINATOR
};
const u32 n_searcher_rows = ARRAY_LEN(searcher_rows);

Searcher *searcher_new(const SearchOrder *how, Vm *vm, Solver *solver, u64 seed) {
  assert(!vm == !solver);
  Searcher *s = mem_new(how->ops->size);
  *s = (Searcher){how->ops, {seed}, vm, solver};
  if (s->ops->init) s->ops->init(s, how);
  return s;
}

Searcher *searcher_part(Searcher *outer, const SearchOrder *how) {
  return searcher_new(how, outer->vm, outer->solver, rng_u64(&outer->rng));
}

Searcher *searcher_free(Searcher *s) {
  if (!s) return NULL;
  s->ops->done(s);
  mem_free(s);
  return NULL;
}
