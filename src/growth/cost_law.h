/* cost_law.h — the cost as an exact function of the size: a sum of terms with rational
 * coefficients.
 *
 *     N^2, 2^N, N if N is odd, floor(log2(N)), …           are terms,
 *     cost(N-1), N*cost(N-1), cost(floor(N/2)), …          are terms too, which makes a recurrence.
 *
 * A law does not say how far it can be trusted: cost_choose.h does.
 */
#pragma once

#include "growth/order.h"

#include <gmp.h>

typedef enum TermKind {
  TERM_POWER,       /* N^power */
  TERM_EXPONENTIAL, /* N^power * which^N */
  TERM_RESIDUE,     /* N^power where N modulo which is rest, else 0 */
  TERM_STAIR,       /* `which` is a row of stairs.def */
  TERM_BACK,        /* N^power * cost(N - which) */
  TERM_PART,        /* cost of the part of N in the row `which` of parts.def */
} TermKind;

typedef struct CostTerm {
  TermKind kind;
  u32 power, which, rest;
} CostTerm;

enum { MAX_LAW_TERMS = 20 };

typedef struct CostLaw {
  CostTerm term[MAX_LAW_TERMS];
  mpq_t coefficient[MAX_LAW_TERMS];
  u32 n;     /* 0: no law */
  i64 from;  /* holds from this size on */
  i64 *base; /* owned; costs at from, from + 1, …, where a recurrence begins */
  u32 n_base;
  u32 n_free; /* how much could be chosen to make it fit: coefficients, beginning, base of a power, … */
  u32 n_points; /* that it goes through; those before it, and those that refute nothing, not counted */
} CostLaw;

/* The values of a term at n, where that does not need the costs of other sizes. */
void cost_term_at(const CostTerm *t, i64 n, mpz_t ret);
/* The size whose cost a term needs; 0 if it needs none. */
i64 cost_term_size(const CostTerm *t, i64 n);

/* False: it does not hold there, or the number has tens of thousands of digits. */
bool cost_law_at(const CostLaw *l, i64 n, mpq_t ret);
CostOrder cost_law_order(const CostLaw *l); /* that of the largest of its terms */
double cost_law_leading(const CostLaw *l);  /* the coefficient of its largest term; NAN: of none */
void cost_law_print(const CostLaw *l, Text *t);
bool cost_law_is_sum(const CostLaw *l); /* one formula that a unit can follow, no list of cases */
void cost_law_done(CostLaw *l);
