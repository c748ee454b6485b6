/* trend.h — what the costs that were found show when N doubles.
 *
 * A law (cost_law.h) needs proven costs.  The trend needs none: it compares the costs of inputs that
 * exist, at sizes that double (16, 32, 64, 128), as Sedgewick's doubling test does with times.  It is
 * evidence, not proof: at each size there may be a costlier input that nobody found.
 */
#pragma once

#include "growth/point.h"

typedef enum TrendKind {
  TREND_NONE,       /* fewer than three sizes double, or the costs fall */
  TREND_FLAT,       /* the last doubling adds nothing */
  TREND_FALLS,      /* the last doublings take away, and the costs are proven */
  TREND_ADDS,       /* each doubling adds about the same */
  TREND_MULTIPLIES, /* each doubling multiplies the cost */
  TREND_STEPS, /* each step of N by one multiplies the cost by about as much as the one before */
} TrendKind;

enum {
  TREND_SIZES = 3,     /* that are shown */
  MIN_EXPONENTIAL = 8, /* sizes; a power of N looks like an exponential at fewer */
};

typedef struct Trend {
  TrendKind kind;
  i64 size
      [TREND_SIZES]; /* ascending; TREND_STEPS: the first and the last, and 0; TREND_NONE: 0, or those that double */
  double ratio[TREND_SIZES -
               1]; /* of the costs at these; TREND_STEPS: the least and the largest factor */
  double
      exponent; /* the last ratio as a power of N; where it is uneven, several; NAN: they differ too much */
  bool is_short; /* TREND_STEPS: too few sizes to call it exponential */
  bool
      is_uneven; /* the last doubling multiplies by clearly more than the one before, or ratios go up and down */
  bool is_falling;  /* each of the last three multiplies by clearly less than the one before */
  bool is_short_of; /* the last multiplies by so much less that its size seems searched badly */
  double step;      /* TREND_ADDS: what the last doubling adds, */
  bool adds_more;   /* and clearly more than the one before */
  i64 start_up; /* what every input costs, taken off before the ratios; 0: nothing that matters */
  const char
      *class; /* "n^2", the only class that these and smaller sizes follow; NULL: none is claimed */
} Trend;

/* Points have ascending sizes. */
Trend trend_find(const GrowthPoint *at, u32 n);

/* Each step multiplies the cost, at sizes enough to call that exponential. */
bool trend_is_exponential(const Trend *t);

/* Does the last doubling multiply the cost by less than the one before?  Then a power of N
 * describes these sizes only. */
bool trend_is_slowing(const Trend *t);

/* Is what every input costs nearly all, so that no power describes the rest? */
bool trend_is_nearly_flat(const Trend *t);

double trend_power(const Trend *t); /* of N; INFINITY: exponential; NAN: none is claimed */
