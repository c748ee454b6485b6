/* multipoly_fit.c — the simplest polynomial through given points.
 *
 * Sets of terms are tried from small to large: all terms up to a total degree, and between them
 * those that are linear in each index (nested runs, whose parameters may have any degree in N).
 * Coefficients that the points leave open are 0; terms are ordered by degree, so these are high ones.
 * The polynomial that results is evaluated at every point: what is returned goes through all of them.
 */
#include "base/number.h"
#include "laws/linear.h"
#include "laws/multipoly.h"

#include <stdlib.h>

enum {
  MAX_TERMS = MAX_COLUMNS, /* more are not determined by a few small sizes */
};

typedef struct TermSet {
  u32 n;
  u8 power[MAX_TERMS][MAX_VARIABLES];
} TermSet;

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

/* ---- the points of a fit ---- */

typedef struct FitPoints {
  const TermSet *set;
  const Point *at;
} FitPoints;

static void sample_modular(const void *self, u32 point, u64 *row) {
  const FitPoints *s = self;
  const Point *p = &s->at[point];
  u64 x[MAX_VARIABLES];
  for (u32 v = 0; v < MAX_VARIABLES; v++) x[v] = linear_mod_of(p->x[v]);
  for (u32 c = 0; c < s->set->n; c++) {
    row[c] = 1;
    for (u32 v = 0; v < MAX_VARIABLES; v++)
      for (u32 k = 0; k < s->set->power[c][v]; k++) row[c] = linear_mod_mul(row[c], x[v]);
  }
  row[s->set->n] = linear_mod_of(p->y);
}

static void sample_exact(const void *self, u32 point, u32 column, mpz_t ret) {
  const FitPoints *s = self;
  const Point *p = &s->at[point];
  mpz_set_si(ret, column == s->set->n ? p->y : 1);
  if (column == s->set->n) return;
  for (u32 v = 0; v < MAX_VARIABLES; v++)
    for (u32 k = 0; k < s->set->power[column][v]; k++) mpz_mul_si(ret, ret, p->x[v]);
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

/* Of the size that a program's behaviour has: so that sums of them stay below 2^63. */
#define MAX_ABOVE (1ll << 48)
#define MAX_BELOW (1ll << 11)

static bool is_usual(const mpq_t c) {
  return mpz_cmpabs_ui(mpq_numref(c), MAX_ABOVE) <= 0 && mpz_cmp_ui(mpq_denref(c), MAX_BELOW) <= 0;
}

/* False: a coefficient is unusual. */
static bool to_multipoly(const LinearFit *f, const TermSet *set, MultiPoly *ret) {
  i64 common = 1;
  for (u32 c = 0; c < f->n; c++) {
    if (!is_usual(f->at[c])) return false;
    i64 below = (i64)mpz_get_ui(mpq_denref(f->at[c]));
    common = common / greatest_divisor(common, below) * below;
    if (common > MAX_BELOW) return false;
  }
  MultiPoly p = {.at = mem_new((f->n + 1) * sizeof(PolyTerm)), .denominator = common};
  for (u32 c = 0; c < f->n; c++) {
    if (mpq_sgn(f->at[c]) == 0) continue;
    PolyTerm *t = &p.at[p.n++];
    t->coefficient = mpz_get_si(mpq_numref(f->at[c])) *
                     (common / (i64)mpz_get_ui(mpq_denref(f->at[c]))); /* below 2^59 */
    memcpy(t->power, set->power[c], MAX_VARIABLES);
  }
  qsort(p.at, p.n, sizeof *p.at, descending);
  *ret = p;
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
  FitPoints sample = {set, at};
  LinearSource source = {.self = &sample,
                         .n_points = n,
                         .n_columns = set->n,
                         .exact = sample_exact,
                         .modular = sample_modular};
  LinearFit f;
  MultiPoly p;
  if (!linear_fit(&source, &f)) return false;
  *ret_n_terms = f.n_used;
  bool fits = to_multipoly(&f, set, &p);
  linear_fit_done(&f);
  if (!fits) return false;
  if (is_through(&p, at, n)) {
    *ret = p;
    return true;
  }
  multipoly_done(&p);
  return false;
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
