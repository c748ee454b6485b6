/* number.h — whole numbers: what their quotients and divisors are. */
#pragma once

#include "base/base.h"

/* The largest integer that is not above a / b. */
static inline i128 floor_div(i128 a, i128 b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

/* Of both; not negative. */
static inline i64 greatest_divisor(i64 a, i64 b) {
  while (b) {
    i64 rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}
