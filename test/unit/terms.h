/* terms.h — set-up and tear-down of tests that make terms. */
#pragma once

#include "expr/expr.h"
#include "unit/unit.h"

static inline int open_terms(void **state) {
  (void)state;
  expr_open();
  return 0;
}

static inline int close_terms(void **state) {
  (void)state;
  expr_close();
  return 0;
}
