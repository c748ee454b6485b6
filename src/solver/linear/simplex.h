/* simplex.h — linear sums of integers within bounds: are there rational values for all?
 *
 * Variables are small numbers.  A row is a sum of earlier variables and is a variable itself, so
 * that a constraint is a bound of a variable.  The search begins with any integers and brings the
 * variables that are out of bounds back, one after the other.
 *
 * Arithmetic is exact: what does not fit into 64 bits ends the search with SIMPLEX_UNKNOWN.
 */
#pragma once

#include "base/base.h"

typedef struct Simplex Simplex;

typedef enum SimplexAnswer {
  SIMPLEX_YES,     /* the values are within all bounds */
  SIMPLEX_NO,      /* no values are, not even rational ones */
  SIMPLEX_UNKNOWN, /* too large numbers, or too many steps */
} SimplexAnswer;

typedef struct SimplexTerm {
  u32 var;
  i64 coef;
} SimplexTerm;

Simplex *simplex_new(void);
Simplex *simplex_free(Simplex *s); /* accepts NULL, returns NULL */
void simplex_clear(Simplex *s);    /* no variables */

/* Numbers beyond this are not taken: false, and the rest of the question is not to be asked. */
#define SIMPLEX_LIMIT ((i64)1 << 60)

u32 simplex_var(Simplex *s, i64 value); /* without bounds; |value| <= SIMPLEX_LIMIT */
bool simplex_row(Simplex *s, const SimplexTerm *terms, u32 n,
                 u32 *ret_var);                      /* each variable once */
bool simplex_at_least(Simplex *s, u32 var, i64 low); /* tightens */
bool simplex_at_most(Simplex *s, u32 var, i64 high);

SimplexAnswer simplex_solve(Simplex *s, u32 max_steps);

/* After SIMPLEX_NO: does the refutation need a bound of the variable? */
bool simplex_blames(const Simplex *s, u32 var);

/* The value rounded down, and whether it was an integer. */
i64 simplex_value(const Simplex *s, u32 var, bool *ret_is_whole);
u32 simplex_rows(const Simplex *s);
