/* terms.h — set-up and tear-down of tests that make terms. */
#ifndef TEST_UNIT_TERMS_H
#define TEST_UNIT_TERMS_H

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

#endif
