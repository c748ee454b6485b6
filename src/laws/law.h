/* law.h — an integer as a function of the size and of indices: a polynomial, or one for each of
 * a few cases.
 *
 * A law is fitted to all points but those of the largest size, in each case, and accepted only
 * if it is right for those, too: no law is believed that has not been confirmed at a size it was
 * not made from.  A law is never wrong for the points given; what it says about other sizes is a
 * prediction.
 *
 *     PointVec points = {0};      // cost of insertion sort, sizes 1 to 8
 *     …
 *     Law f;
 *     if (law_fit(points.at, points.n, 1, CASES_NO, &f, &why)) law_at(&f, …, &y);
 */
#pragma once

#include "laws/multipoly.h"

typedef enum Partition {
  PARTITION_NONE,
#define PARTITION(id, n_cases, n_indices, expression) PARTITION_##id,
#include "laws/partitions.def"
#undef PARTITION
  PARTITION_COUNT
} Partition;

typedef struct Law Law;
struct Law {
  Partition partition;
  u32 index;      /* the variable that is X; that before it is Y */
  MultiPoly poly; /* PARTITION_NONE; owned */
  Law *cases;     /* otherwise one for each case; owned */
};

/* How much freedom a law has: one polynomial, one for each of several cases, or cases of cases.
 * More freedom asks for more confirmation; cases of cases are tried only where nothing else fits. */
typedef enum Cases { CASES_NO, CASES_YES, CASES_NESTED } Cases;

/* Of the size and of indices, and of their bounds, as people read them. */
extern const char *const law_names[MAX_VARIABLES], *const law_extents[MAX_VARIABLES];

/* False: no law, and why (appended; ret_why may be NULL). */
bool law_fit(const Point *at, u32 n, u32 n_variables, Cases cases, Law *ret, Text *ret_why);
/* x and extent as in Point.  False: no integer there, or out of the range of i64. */
bool law_at(const Law *f, const i64 *x, const i64 *extent, i64 *ret);
/* "i % 2 ? 2*i : N - i" and "by i % 3: 0 → N - i, 1 → 2*i, …", with one name per variable; extents: names of the
 * bounds of the indices. */
void law_print(const Law *f, const char *const *names, const char *const *extents, Text *ret);
/* An expression of C. */
void law_print_c(const Law *f, const char *const *names, const char *const *extents, Text *ret);
/* How much it says: the number of its terms, those of higher degree counting more.  Of several laws
 * for the same points the lightest is taken. */
u32 law_weight(const Law *f);
void law_done(Law *f);
