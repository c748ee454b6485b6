/* growth.h — how the worst cost grows with the size, and how sure that is.
 *
 * Proven costs are fitted.  A cost that is only the best found is a lower bound: above a law or a
 * class it refutes that law or excludes that class, and below it says that the search fell short
 * there.
 *
 *     exact       a law (cost_law.h) goes through every proven cost, with some to spare
 *     at least    too few are proven, but one goes through the best found: it is a lower bound
 *     fitted      no law, but one class (growth.def) predicts the larger sizes clearly better
 *     candidates  several do
 *     unknown     too few sizes, costs that do not grow, or nothing comes near
 */
#ifndef WORST_GROWTH_H
#define WORST_GROWTH_H

#include "base/text.h"
#include "base/vec.h"

struct CostLaw;
struct ClassFit;

typedef struct GrowthPoint {
  i64 size; /* at least 1 */
  i64 cost; /* at least 0 */
  bool proven;
} GrowthPoint;

/* What was predicted for a size that took no part in the prediction. */
typedef struct GrowthCheck {
  i64 size;
  char *predicted; /* owned; the whole number; rounded where there is no law */
  i64 found;
  bool met;      /* found what was predicted: to the last digit, or nearly if there is no law */
  bool is_short; /* found less */
} GrowthCheck;

/* A cost that was found at a size and is below one that was found at a smaller size. */
typedef struct GrowthDip {
  GrowthPoint at, before;
} GrowthDip;

/* Costs found from a size to another, each the one before times a factor. */
typedef struct GrowthSteps {
  i64 from, to; /* to 0: there are none */
  double least, most;
} GrowthSteps;

typedef enum GrowthKind {
#define GROWTH_KIND(id, name) GROWTH_##id,
#include "worst/growth_kinds.def"
#undef GROWTH_KIND
} GrowthKind;

typedef struct Growth {
  GrowthKind kind;
  char *exact;    /* owned; the law; NULL: none */
  char *at_least; /* owned; the law of lower bounds; NULL: none */
  char *refuted;  /* owned; a law of the proven sizes and what refutes it, in words; NULL: none */
  char *class;    /* owned; "n^2", of the law or the only one that remains; NULL: not told */
  char *why;      /* owned; why nothing is known; NULL: something is */
  i64 from;       /* the law holds from this size on, */
  bool late;      /* and not at the smallest sizes */
  u32 n_sizes;    /* how many sizes the law goes through or classes were judged by, */
  u32 n_proven;   /* how many of those are proven, */
  u32 n_spare;    /* and how many the law did not need */
  double coefficient; /* of the largest term of a law that is a sum, or of the class; else NAN */
  double error;       /* of the class, relative, at the size where it is largest; 0 where exact */
  i64 error_size;
  double ahead;            /* the same at the largest sizes, fitted to the others alone */
  VEC(char *) candidates;  /* owned; classes that remain, slow ones first */
  u32 nearest;             /* the one of them that predicted best */
  VEC(GrowthCheck) checks; /* ascending sizes */
  VEC(GrowthDip) dips;
  GrowthSteps steps;     /* where there is no law */
  i64 bound_size, bound; /* the largest size whose cost is only the best found; 0: none */
  struct CostLaw *law;   /* owned; NULL: none */
  struct ClassFit *fit;  /* owned; of a class that is named; NULL: none */
  u32 row;               /* of that class in growth.def */
} Growth;

/* Points have ascending sizes. */
void growth_fit(const GrowthPoint *at, u32 n, Growth *ret);

/* The cost that an exact law gives at a size; false: there is none, or no such number. */
bool growth_value(const Growth *g, i64 size, u64 *ret);

/* Appends the cost that law or class give at a size; false: nothing is known about it. */
bool growth_predict(const Growth *g, i64 size, Text *t);

const char *growth_kind_name(GrowthKind kind); /* "exact", "at least", … */

/* Appends one line for people, `unit` being what is counted:
 *     1/2*N^2 - 1/2*N branches (n^2), exact at 8 sizes, found also at 100 */
void growth_print(const Growth *g, const char *unit, Text *t);

void growth_done(Growth *g);

#endif
