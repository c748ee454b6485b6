/* formula.h — an integer as a function of the size and of indices: a polynomial, or one for each of
 * a few cases.
 *
 * A formula is fitted to all points but those of the largest size, in each case, and accepted only
 * if it tells those too: no formula is believed that has not been confirmed at a size it was not
 * made from.  Never a wrong formula for the points given; what it says about other sizes is a
 * prediction.
 *
 *     PointVec points = {0};      // cost of insertion sort, sizes 1 to 8
 *     …
 *     Formula f;
 *     if (formula_fit(points.at, points.n, 1, 0, &f, &why)) formula_at(&f, (i64[]){500}, NULL, &y);
 */
#ifndef MODELS_FORMULA_H
#define MODELS_FORMULA_H

#include "models/multipoly.h"

typedef enum Split {
  SPLIT_NONE,
#define SPLIT(id, n_cases, n_indices, expression) SPLIT_##id,
#include "models/splits.def"
#undef SPLIT
  SPLIT_COUNT
} Split;

enum { MAX_CASES = 4 };

typedef struct Formula {
  Split split;
  u32 index;               /* the variable that is X; that before it is Y */
  MultiPoly of[MAX_CASES]; /* owned; SPLIT_NONE: the first */
} Formula;

/* Whether formulas with cases may be tried after the plain one. */
typedef enum Cases { CASES_NO, CASES_YES } Cases;

/* False: no formula, and why (appended; ret_why may be NULL). */
bool formula_fit(const Point *at, u32 n, u32 n_variables, Cases cases, Formula *ret, Text *ret_why);
/* x and extent as in Point.  False: no integer there, or out of the range of i64. */
bool formula_at(const Formula *f, const i64 *x, const i64 *extent, i64 *ret);
/* "2*i if i % 2, else N - i", with one name per variable; extents: names of the bounds of the
 * indices. */
void formula_print(const Formula *f, const char *const *names, const char *const *extents,
                   Text *ret);
/* An expression of C. */
void formula_print_c(const Formula *f, const char *const *names, const char *const *extents,
                     Text *ret);
void formula_done(Formula *f);

#endif
