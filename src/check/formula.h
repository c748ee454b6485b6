/* formula.h — what a cost may be at most, as a formula in N: 40*N + 200, 2*N*log2(N), N^2/2.
 *
 * Numbers (also 1.5 and 1e6), N, + - * / ^, parentheses, and the functions log2, sqrt, min, max.  Unlike the sizes of a CALL
 * it is no C: ^ is a power, and N/2 is a half.
 */
#pragma once

#include "base/vec.h"

typedef struct FormulaStep {
  enum { STEP_NUMBER, STEP_SIZE, STEP_OPERATOR, STEP_FUNCTION } kind;
  char operator;     /* of OPERATOR; '~' is the minus in front of something */
  u32 function;      /* of FUNCTION: a row of the table in formula.c */
  long double value; /* of NUMBER */
} FormulaStep;

/* In the order in which they are done, each with the values that those before it left. */
typedef struct Formula {
  VEC(FormulaStep) steps; /* owned */
} Formula;

/* What is wrong, and where in the text. */
typedef struct FormulaFault {
  u32 at;
  const char *message; /* static */
} FormulaFault;

/* From `from` on, as far as it goes; *ret_to is behind it.  False: *ret_fault. */
bool formula_parse(const char *text, u32 from, Formula *ret, u32 *ret_to, FormulaFault *ret_fault);
void formula_done(Formula *f);

/* The largest whole number that is not above it, 0 if that is negative, UINT64_MAX if it is huge.  False: it has no
 * value there, as log2(N - 2) at 1. */
bool formula_at(const Formula *f, u64 size, u64 *ret);
