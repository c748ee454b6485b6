/* searcher.c — the table of searchers. */
#include "explore/searcher.h"

#include "base/text.h"

#include <string.h>

const SearcherRow searcher_rows[] = {
#define SEARCHER(name, ops, help) {name, &ops},
#include "explore/searchers.def"
#undef SEARCHER
};
const u32 n_searcher_rows = ARRAY_LEN(searcher_rows);

Err searcher_find(const char *name, const SearcherRow **ret_row) {
  cleanup(text_free) Text names = {0};
  for (u32 i = 0; i < n_searcher_rows; i++) {
    if (!strcmp(name, searcher_rows[i].name)) {
      *ret_row = &searcher_rows[i];
      return OK;
    }
    text_addf(&names, "%s%s", i ? ", " : "", searcher_rows[i].name);
  }
  return err_set(ERR_USAGE, "there is no search '%s'; there are %s", name, text_c(&names));
}

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
