/* growth.h — how the worst cost grows with the size, in two statements that are never mixed.
 *
 * What is proven: a law (cost_law.h) through every proven cost, with some to spare.  What was found:
 * the trend of costs when N doubles (trend.h), which needs no proof and proves nothing.  A cost that
 * is only the best found is a lower bound: above a law it refutes that law, and below it says that the
 * search fell short there.
 *
 *     exact     a law goes through every proven cost
 *     at least  too few are proven, but one goes through the best found: it is a lower bound
 *     trend     there is no law, only the trend
 *     unknown   too few sizes, or costs that fall
 */
#pragma once

#include "base/text.h"
#include "base/vec.h"
#include "growth/trend.h"

struct CostLaw;

/* What was predicted for a size that took no part in the prediction. */
typedef struct GrowthCheck {
  i64 size;
  char *predicted; /* owned; the whole number */
  i64 found;
  bool met; /* found what was predicted, to the last digit; else less */
} GrowthCheck;

/* A cost that was found at a size and is below one that was found at a smaller size. */
typedef struct GrowthDip {
  GrowthPoint at, before;
} GrowthDip;

typedef enum GrowthKind {
#define GROWTH_KIND(id, name) GROWTH_##id,
#include "growth/growth_kinds.def"
#undef GROWTH_KIND
} GrowthKind;

typedef struct Growth {
  GrowthKind kind;
  char *exact;    /* owned; the law; NULL: none */
  char *at_least; /* owned; the law of lower bounds; NULL: none */
  char *refuted;  /* owned; a law of the proven sizes and what refutes it, in words; NULL: none */
  char *class;    /* owned; "n^2", of the law or of the trend; NULL: none is claimed */
  char *why;      /* owned; why nothing is known; NULL: something is */
  double
      power; /* of N that the class or the trend has; INFINITY: exponential; NAN: none is claimed */
  i64 from;  /* the law holds from this size on, */
  bool late; /* and not at the smallest sizes */
  i64 first, last; /* the sizes that the law was made from: the smallest and the largest, */
  u32 n_sizes;     /* how many there are, */
  u32 n_proven;    /* how many of those are proven, */
  u32 n_spare;     /* and how many the law did not need */
  i64 first_proven, last_proven; /* of all sizes; 0: none */
  double coefficient;            /* of the largest term of a law that is a sum; else NAN */
  VEC(GrowthCheck) checks;       /* ascending sizes */
  VEC(GrowthDip) dips;
  Trend trend;
  i64 cut_size,
      cut_cost; /* the smallest size at which runs were given up, and what they cost; 0: none */
  struct CostLaw *law; /* owned; NULL: none */
} Growth;

/* Points have ascending sizes. */
void growth_fit(const GrowthPoint *at, u32 n, Growth *ret);

/* The cost that an exact law gives at a size; false: there is none, or no such number. */
bool growth_value(const Growth *g, i64 size, u64 *ret);

/* Appends the cost that the law gives at a size; false: there is none, or not there. */
bool growth_predict(const Growth *g, i64 size, Text *t);

const char *growth_kind_name(GrowthKind kind); /* "exact", "at least", … */

/* Appends one or two sentences for people, `unit` being what is counted:
 *     grows like N^2: 1/2*N^2 - 1/2*N branches, exact at sizes 1 to 8; the inputs found up to 128 follow it */
void growth_print(const Growth *g, const char *unit, Text *t);

void growth_done(Growth *g);
