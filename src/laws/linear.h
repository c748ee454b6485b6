/* linear.h — the combination of given functions that goes through given points, over the rationals.
 *
 * A point says: the sum of columns, each times its unknown coefficient, is the right side.  The one
 * place where laws are fitted exactly, be they polynomials in several variables (multipoly_fit.c) or
 * logarithms and recurrences of a cost (growth/cost_fit.c).
 */
#pragma once

#include "base/base.h"

#include <gmp.h>

enum { MAX_COLUMNS = 84 }; /* degree 6 in three variables */

#define LINEAR_PRIME ((1ull << 61) - 1)

typedef struct LinearSource {
  const void *self; /* borrowed; handed to the functions */
  u32 n_points, n_columns;
  /* The value of a column at a point; column n_columns is the right side. */
  void (*exact)(const void *self, u32 point, u32 column, mpz_t ret);
  /* All of them modulo LINEAR_PRIME, n_columns + 1 values, for where there are many points; NULL: by
   * `exact`. */
  void (*modular)(const void *self, u32 point, u64 *ret_row);
} LinearSource;

typedef struct LinearFit {
  mpq_t *at;  /* owned; a coefficient per column; 0 where the points leave it open */
  u32 n;      /* columns */
  u32 n_used; /* points that it took, which is how many coefficients they determine */
} LinearFit;

/* False: no combination goes through all points.  What is returned does so exactly at the points that
 * it took, and at the others modulo the prime: whoever believes it evaluates it there.  Coefficients
 * that are left open are those of late columns. */
bool linear_fit(const LinearSource *s, LinearFit *ret);
void linear_fit_done(LinearFit *f);

/* Modulo LINEAR_PRIME, for `modular`. */
static inline u64 linear_mod_mul(u64 a, u64 b) {
  u128 product = (u128)a * b;
  u64 sum = (u64)(product & LINEAR_PRIME) + (u64)(product >> 61);
  return sum >= LINEAR_PRIME ? sum - LINEAR_PRIME : sum;
}

static inline u64 linear_mod_of(i64 x) {
  i64 rest = x % (i64)LINEAR_PRIME;
  return (u64)(rest < 0 ? rest + (i64)LINEAR_PRIME : rest);
}
