/* linear.h — a term as an exact linear sum over the integers.
 *
 * Bit-vector arithmetic wraps around; where the ranges of the operands prove
 * that it does not (or that it wraps a known number of times), the value of a
 * term, read as signed or unsigned, is c0 + c1*x1 + … of smaller terms.  What
 * cannot be seen through is a variable itself, so a form always exists.
 */
#pragma once

#include "expr/expr.h"
#include "solver/bounds.h"

#define LINEAR_MAX_TERMS 4

/* A term read as an integer.  Terms known to be non-negative read the same both
 * ways and count as unsigned, so that they are one variable. */
typedef struct LinearTerm {
  Expr term;
  bool is_signed;
  i64 coef;
} LinearTerm;

typedef struct Linear {
  i128 constant;
  i128 low, high; /* range of the whole sum */
  bool uses_path; /* holds only under ranges that constraints on the path gave */
  u32 n;
  LinearTerm terms[LINEAR_MAX_TERMS];
} Linear;

Linear linear_of(const Bounds *b, Expr e, bool is_signed);

/* a - b; false when it has too many terms. */
bool linear_minus(Linear *a, const Linear *b);
