/* searcher.c — the table of searchers. */
#include "explore/searcher.h"

const SearcherRow searcher_rows[] = {
#define SEARCHER(name, ops, help) {name, &ops},
#include "explore/searchers.def"
#undef SEARCHER
};
const u32 n_searcher_rows = ARRAY_LEN(searcher_rows);

Searcher *searcher_new(const SearcherOps *ops, u64 seed) {
  Searcher *s = mem_new(ops->size);
  s->ops = ops;
  s->rng = (Rng){seed};
  ops->init(s);
  return s;
}

Searcher *searcher_free(Searcher *s) {
  if (!s) return NULL;
  s->ops->done(s);
  mem_free(s);
  return NULL;
}
