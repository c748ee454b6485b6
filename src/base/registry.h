/* registry.h — looking a name up in a table whose rows begin with it. */
#pragma once

#include "base/base.h"

/* The row with this name; each begins with a const char *.  Fails with a list of the valid names,
 * as in "there is no search 'NAME'; there are A, B", where `what` is what stands before the name. */
must_use Err row_find(const char *what, const char *name, const void *rows, size_t row_bytes,
                      u32 n_rows, u32 *ret_row);

/* The same for an array of rows. */
#define ROW_FIND(what, name, rows, n_rows, ret_row) \
  row_find(what, name, rows, sizeof *(rows), n_rows, ret_row)

/* Reads "a,b", only these rows, or "-a,-b", all but these, into one flag for each row.  Fails with the names there are;
 * `what` stands before an error. */
must_use Err rows_select(const char *what, const char *list, const void *rows, size_t row_bytes,
                         u32 n_rows, bool *ret_on);

#define ROWS_SELECT(what, list, rows, n_rows, ret_on) \
  rows_select(what, list, rows, sizeof *(rows), n_rows, ret_on)
