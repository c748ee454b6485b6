/* growth.h — how the worst cost grows with the size.
 *
 * An exact formula where the points have one: a polynomial in N through all of them with at least
 * two points to spare; or from a small size on with three to spare; or one for each residue of N
 * modulo 2 or 3.  Otherwise the class of growth.def that comes nearest, with its error, if there are
 * sizes enough to tell.
 *
 * What was proven is trusted.  A cost that is only the best found is a lower bound, so one that
 * lies below a formula does not refute it and is reported as missed, and one above does.
 */
#ifndef WORST_GROWTH_H
#define WORST_GROWTH_H

#include "base/text.h"

struct Poly;

typedef struct GrowthPoint {
  i64 size; /* at least 1 */
  i64 cost; /* at least 0 */
  bool proven;
} GrowthPoint;

/* What was predicted for a size that took no part in the prediction. */
typedef struct GrowthCheck {
  i64 size;
  char *predicted; /* owned; the whole number; rounded where there is no formula */
  i64 found;
  bool met; /* found what was predicted, to the last digit */
} GrowthCheck;

typedef struct Growth {
  char *exact;         /* owned; the formula; NULL: none */
  i64 from;            /* the formula holds from this size on, */
  bool late;           /* and not at the smallest sizes */
  u32 n_sizes;         /* how many sizes formula or class were fitted to, */
  u32 n_proven;        /* and how many of those are proven */
  char *class;         /* owned; "n^2"; NULL: too few sizes to tell */
  u32 row;             /* the class in growth.def, where there is no formula; named or not */
  double coefficient;  /* of the formula's highest power, or of the class */
  double constant;     /* what the class's formula adds; 0 where exact */
  double error;        /* root of the mean square, relative to that of the costs; 0 where exact */
  GrowthCheck *checks; /* owned; ascending sizes */
  u32 n_checks;
  struct Poly *pieces; /* owned; pieces[i] is for sizes that are i modulo n_pieces */
  u32 n_pieces;        /* 0: no formula */
} Growth;

/* Points have ascending sizes. */
void growth_fit(const GrowthPoint *at, u32 n, Growth *ret);

/* The cost that the formula gives at a size; false: there is no formula, or no such number. */
bool growth_value(const Growth *g, i64 size, u64 *ret);

/* Appends the cost that is to be expected at a size; false: nothing is known about it. */
bool growth_predict(const Growth *g, i64 size, Text *t);

/* Appends one line for people, `unit` being what is counted:
 *     1/2*N^2 - 1/2*N branches (n^2), exact at 8 sizes, confirmed at 100 */
void growth_print(const Growth *g, const char *unit, Text *t);

void growth_done(Growth *g);

#endif
