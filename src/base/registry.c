/* registry.c — one look-up for searchers, pruners, strategies, models and their like. */
#include "base/registry.h"

#include "base/text.h"

#include <string.h>

Err row_find(const char *what, const char *name, const void *rows, size_t row_bytes, u32 n_rows,
             u32 *ret_row) {
  cleanup(text_free) Text names = {0};
  for (u32 i = 0; i < n_rows; i++) {
    const char *have = *(const char *const *)((const char *)rows + i * row_bytes);
    if (!strcmp(name, have)) {
      *ret_row = i;
      return OK;
    }
    text_addf(&names, "%s%s", i ? ", " : "", have);
  }
  return err_set(ERR_USAGE, "%s '%s'; there are %s", what, name, text_c(&names));
}
