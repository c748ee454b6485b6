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

Err rows_select(const char *what, const char *list, const void *rows, size_t row_bytes, u32 n_rows,
                bool *ret_on) {
  bool leaves_out = *list == '-';
  cleanup(text_free) Text unknown = text_format("%s: there is no", what);
  for (u32 i = 0; i < n_rows; i++) ret_on[i] = leaves_out;
  for (const char *at = list; *at;) {
    u32 row;
    if (leaves_out != (*at == '-'))
      return err_set(ERR_USAGE, "%s: '%s' both names and leaves out", what, list);
    at += leaves_out;
    size_t n = strcspn(at, ",");
    cleanup(freep) char *name = mem_dup(at, n + 1);
    name[n] = 0;
    TRY(row_find(text_c(&unknown), name, rows, row_bytes, n_rows, &row));
    ret_on[row] = !leaves_out;
    at += n + (at[n] == ',');
  }
  return OK;
}
