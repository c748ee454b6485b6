/* multipoly_fit.c — the simplest polynomial through given points.
 *
 * Elimination is done modulo a prime of 61 bits, the coefficients are then read back as fractions
 * (Wang, "A p-adic algorithm for univariate partial fractions", SYMSAC 1981), and the polynomial
 * that results is evaluated exactly at every point: what is returned goes through all of them,
 * whatever happened before.  A set of terms that has no solution is found out at the speed of single words;
 * with rationals its numbers would grow to hundreds of digits first.
 *
 * A point becomes a row only if the polynomial that the rows so far determine misses it: there are
 * many points, and few coefficients.  Each row determines one coefficient more or shows that there
 * is no solution.  Coefficients that are not determined are 0; terms are ordered by degree, so
 * these are high ones.
 *
 * Sets of terms are tried from small to large: all terms up to a total degree, and between them
 * those that are linear in each index (nested runs, whose parameters may have any degree in N).
 */
#include "laws/multipoly.h"

#include <stdlib.h>

enum {
  MAX_TERMS = 84, /* degree 6 in three variables: more are not determined by a few small sizes */
};

typedef struct TermSet {
  u32 n;
  u8 power[MAX_TERMS][MAX_VARIABLES];
} TermSet;

/* Rows in reduced echelon form: pivot column 1, all other rows 0 there; the column after the last
 * term is the right side. */
typedef struct System {
  const TermSet *set;
  u32 n_rows;
  u32 pivot[MAX_TERMS];
  u64 row[MAX_TERMS][MAX_TERMS + 1];
} System;

/* ---- numbers modulo PRIME ---- */

#define PRIME ((1ull << 61) - 1)

static u64 mod_mul(u64 a, u64 b) {
  u128 product = (u128)a * b;
  u64 sum = (u64)(product & PRIME) + (u64)(product >> 61);
  return sum >= PRIME ? sum - PRIME : sum;
}

static u64 mod_sub(u64 a, u64 b) {
  return a >= b ? a - b : a + PRIME - b;
}

static u64 mod_of(i64 x) {
  i64 rest = x % (i64)PRIME;
  return (u64)(rest < 0 ? rest + (i64)PRIME : rest);
}

static u64 mod_inverse(u64 a) {
  u64 result = 1;
  for (u64 power = PRIME - 2; power; power >>= 1) {
    if (power & 1) result = mod_mul(result, a);
    a = mod_mul(a, a);
  }
  return result;
}

/* The fraction that is `value` modulo PRIME; with these bounds there is at most one. */
#define MAX_ABOVE (1ll << 48)
#define MAX_BELOW (1ll << 11)

static bool fraction_of(u64 value, i64 *ret_above, i64 *ret_below) {
  i64 r0 = (i64)PRIME, r1 = (i64)value, t0 = 0, t1 = 1;
  while (r1 >= MAX_ABOVE) {
    i64 quotient = r0 / r1, r2 = r0 % r1;
    i128 t2 = t0 - (i128)quotient * t1;
    if (t2 > MAX_BELOW || t2 < -MAX_BELOW) return false;
    r0 = r1;
    r1 = r2;
    t0 = t1;
    t1 = (i64)t2;
  }
  *ret_above = t1 < 0 ? -r1 : r1;
  *ret_below = t1 < 0 ? -t1 : t1;
  return true;
}

/* ---- sets of terms ---- */

static bool set_add(TermSet *set, const u8 *power) {
  if (set->n == MAX_TERMS) return false;
  memcpy(set->power[set->n++], power, MAX_VARIABLES);
  return true;
}

/* All ways to share `degree` among the variables from v on, each index at most index_degree.
 * False: too many. */
static bool set_share(TermSet *set, u32 n_variables, u32 v, u32 degree, u32 index_degree,
                      u8 *power) {
  if (v == n_variables) return degree > 0 || set_add(set, power);
  u32 highest = v == 0 ? degree : MIN(degree, index_degree);
  for (u32 k = 0; k <= highest; k++) {
    power[v] = (u8)k;
    bool fits = set_share(set, n_variables, v + 1, degree - k, index_degree, power);
    power[v] = 0;
    if (!fits) return false;
  }
  return true;
}

/* Terms of at most the total degree, ascending; false if there are too many. */
static bool set_make(TermSet *set, u32 n_variables, u32 degree, u32 index_degree) {
  u8 power[MAX_VARIABLES] = {0};
  set->n = 0;
  for (u32 d = 0; d <= degree; d++) {
    if (!set_share(set, n_variables, 0, d, index_degree, power)) return false;
  }
  return true;
}

/* ---- the system ---- */

static void row_make(const TermSet *set, const Point *p, u64 *row) {
  u64 x[MAX_VARIABLES];
  for (u32 v = 0; v < MAX_VARIABLES; v++) x[v] = mod_of(p->x[v]);
  for (u32 c = 0; c < set->n; c++) {
    row[c] = 1;
    for (u32 v = 0; v < MAX_VARIABLES; v++) {
      for (u32 k = 0; k < set->power[c][v]; k++) row[c] = mod_mul(row[c], x[v]);
    }
  }
  row[set->n] = mod_of(p->y);
}

/* Whether the solution so far (0 for what is not determined) goes through the row's point. */
static bool system_meets(const System *s, const u64 *row) {
  u32 right = s->set->n;
  u64 rest = row[right];
  for (u32 r = 0; r < s->n_rows; r++) {
    rest = mod_sub(rest, mod_mul(s->row[r][right], row[s->pivot[r]]));
  }
  return rest == 0;
}

static void row_subtract(u64 *row, u32 pivot, const u64 *other, u32 n_columns) {
  u64 factor = row[pivot];
  if (factor == 0) return;
  for (u32 c = 0; c < n_columns; c++) row[c] = mod_sub(row[c], mod_mul(factor, other[c]));
}

/* False: the row contradicts those before it. */
static bool system_add(System *s, u64 *row) {
  u32 n_columns = s->set->n + 1, pivot = 0;
  for (u32 r = 0; r < s->n_rows; r++) row_subtract(row, s->pivot[r], s->row[r], n_columns);
  while (pivot < s->set->n && row[pivot] == 0) pivot++;
  if (pivot == s->set->n) return false;
  u64 scale = mod_inverse(row[pivot]);
  for (u32 c = pivot; c < n_columns; c++) row[c] = mod_mul(row[c], scale);
  for (u32 r = 0; r < s->n_rows; r++) row_subtract(s->row[r], pivot, row, n_columns);
  s->pivot[s->n_rows] = pivot;
  memcpy(s->row[s->n_rows++], row, n_columns * sizeof *row);
  return true;
}

static int descending(const void *a, const void *b) {
  const PolyTerm *s = a, *t = b;
  u32 s_degree = 0, t_degree = 0;
  for (u32 v = 0; v < MAX_VARIABLES; v++) {
    s_degree += s->power[v];
    t_degree += t->power[v];
  }
  if (s_degree != t_degree) return s_degree > t_degree ? -1 : 1;
  return -memcmp(s->power, t->power, MAX_VARIABLES);
}

/* False: a coefficient is no fraction of a size that a program's behaviour has. */
static bool system_solve(const System *s, MultiPoly *ret) {
  i64 above[MAX_TERMS], below[MAX_TERMS], common = 1;
  for (u32 r = 0; r < s->n_rows; r++) {
    if (!fraction_of(s->row[r][s->set->n], &above[r], &below[r])) return false;
    common = common / greatest_divisor(common, below[r]) * below[r];
    if (common > MAX_BELOW) return false;
  }
  MultiPoly p = {.at = mem_new((s->n_rows + 1) * sizeof(PolyTerm)), .denominator = common};
  for (u32 r = 0; r < s->n_rows; r++) {
    if (above[r] == 0) continue;
    PolyTerm *t = &p.at[p.n++];
    t->coefficient = above[r] * (common / below[r]); /* below 2^59 */
    memcpy(t->power, s->set->power[s->pivot[r]], MAX_VARIABLES);
  }
  qsort(p.at, p.n, sizeof *p.at, descending);
  *ret = p;
  return true;
}

/* False: no solution modulo PRIME. */
static bool system_fill(System *s, const Point *at, u32 n) {
  u64 row[MAX_TERMS + 1];
  bool changed = true;
  while (changed) {
    changed = false;
    for (u32 i = 0; i < n; i++) {
      row_make(s->set, &at[i], row);
      if (system_meets(s, row)) continue;
      if (!system_add(s, row)) return false;
      changed = true;
    }
  }
  return true;
}

static bool is_through(const MultiPoly *p, const Point *at, u32 n) {
  for (u32 i = 0; i < n; i++) {
    i64 y;
    if (!multipoly_at(p, at[i].x, &y) || y != at[i].y) return false;
  }
  return true;
}

static bool set_fit(const TermSet *set, const Point *at, u32 n, MultiPoly *ret, u32 *ret_n_terms) {
  System s;
  MultiPoly p;
  s.set = set;
  s.n_rows = 0;
  if (!system_fill(&s, at, n) || !system_solve(&s, &p)) return false;
  if (!is_through(&p, at, n)) {
    multipoly_done(&p);
    return false;
  }
  *ret = p;
  *ret_n_terms = s.n_rows;
  return true;
}

/* Constants may be any number, INT64_MAX too. */
static bool constant_fit(const Point *at, u32 n, MultiPoly *ret, u32 *ret_n_terms) {
  for (u32 i = 1; i < n; i++) {
    if (at[i].y != at[0].y) return false;
  }
  *ret = (MultiPoly){0};
  *ret_n_terms = 1;
  if (n == 0 || at[0].y == 0) return true;
  ret->at = NEW(PolyTerm);
  ret->at[0].coefficient = at[0].y;
  ret->n = 1;
  return true;
}

bool multipoly_fit(const Point *at, u32 n, u32 n_variables, u32 max_degree, MultiPoly *ret,
                   u32 *ret_n_terms) {
  assert(n_variables >= 1 && n_variables <= MAX_VARIABLES);
  TermSet set;
  if (constant_fit(at, n, ret, ret_n_terms)) return true;
  for (u32 degree = 1; degree <= max_degree; degree++) {
    if (degree > 2 && n_variables > 2 && set_make(&set, n_variables, degree + 1, 1)) {
      if (set_fit(&set, at, n, ret, ret_n_terms)) return true;
    }
    if (!set_make(&set, n_variables, degree, degree)) continue;
    if (set_fit(&set, at, n, ret, ret_n_terms)) return true;
  }
  return false;
}
