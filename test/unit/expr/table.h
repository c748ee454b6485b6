/* table.h — set-up and tear-down of tests that make terms: a table of their own. */
#pragma once

#include "expr/expr.h"
#include "unit/unit.h"

static inline int open_table(void **state) {
  (void)state;
  expr_open();
  return 0;
}

static inline int close_table(void **state) {
  (void)state;
  expr_close();
  return 0;
}
