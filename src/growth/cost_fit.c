/* cost_fit.c — terms are the columns of a linear system (laws/linear.h), costs its right side.
 *
 * A term that needs the cost of another size takes it from the points, so recurrences are linear,
 * too.  The law that is found is then evaluated from its beginning and compared with every point.
 */
#include "growth/cost_fit.h"

#include "laws/linear.h"

typedef struct CostEquations {
  const CostTerm *terms;
  const CostPoints *points;
  u32 n_terms;
  u32 first; /* point that is the first equation; those before it are the beginning */
} CostEquations;

static const i64 *cost_of(const CostPoints *p, i64 size) {
  for (u32 i = 0; i < p->n; i++)
    if (p->size[i] == size) return &p->cost[i];
  return NULL;
}

static void equation_exact(const void *self, u32 point, u32 column, mpz_t ret) {
  const CostEquations *e = self;
  u32 at = e->first + point;
  if (column == e->n_terms) {
    mpz_set_si(ret, e->points->cost[at]);
    return;
  }
  i64 n = e->points->size[at], size = cost_term_size(&e->terms[column], n);
  cost_term_at(&e->terms[column], n, ret);
  if (size) mpz_mul_si(ret, ret, *cost_of(e->points, size));
}

static bool needs_others(const CostTerm *t) { return t->kind == TERM_BACK || t->kind == TERM_PART; }

/* Whether all costs that it needs at this size are before it, from the first point on. */
static bool is_equation(const CostEquations *e, i64 size) {
  for (u32 i = 0; i < e->n_terms; i++) {
    if (!needs_others(&e->terms[i])) continue;
    i64 other = cost_term_size(&e->terms[i], size);
    if (other < e->points->size[0] || other >= size) return false;
  }
  return true;
}

static u32 n_in_a_row(const CostPoints *p) {
  u32 n = 1;
  while (n < p->n && p->size[n] == p->size[n - 1] + 1) n++;
  return n;
}

/* Cases may agree in all but the highest power that they do not share. */
static bool may_be_zero(const CostLaw *l, const CostTerm *t) {
  bool is_highest = true;
  for (u32 i = 0; i < l->n; i++)
    is_highest &= l->term[i].kind != TERM_RESIDUE || l->term[i].power <= t->power;
  return t->kind == TERM_POWER || (t->kind == TERM_RESIDUE && !is_highest);
}

/* Whole factors, and none that is negative for a part: a program does not run a part less than never. */
static bool is_sensible(const CostLaw *l) {
  for (u32 i = 0; i < l->n; i++) {
    const CostTerm *t = &l->term[i];
    if (may_be_zero(l, t)) continue;
    if (mpq_sgn(l->coefficient[i]) == 0) return false;
    if (!needs_others(t)) continue;
    if (mpz_cmp_ui(mpq_denref(l->coefficient[i]), 1) != 0) return false;
    if ((t->kind == TERM_PART || t->power) && mpq_sgn(l->coefficient[i]) < 0) return false;
  }
  return true;
}

static bool is_through(const CostLaw *l, const CostPoints *p) {
  for (u32 i = 0; i < p->n; i++)
    if (!cost_law_meets(l, p->size[i], p->cost[i])) return false;
  return true;
}

static void law_make(const CostEquations *e, const LinearFit *f, CostLaw *ret) {
  *ret = (CostLaw){.n = e->n_terms, .from = e->points->size[0], .n_base = e->first};
  for (u32 i = 0; i < e->n_terms; i++) {
    ret->term[i] = e->terms[i];
    mpq_init(ret->coefficient[i]);
    mpq_set(ret->coefficient[i], f->at[i]);
  }
  ret->base = mem_dup(e->points->cost, e->first * sizeof(i64));
  ret->n_free = e->n_terms + e->first;
  ret->n_points = e->points->n;
}

bool cost_law_meets(const CostLaw *l, i64 size, i64 cost) {
  mpq_t value;
  mpq_init(value);
  bool meets = cost_law_at(l, size, value) && mpq_cmp_si(value, cost, 1) == 0;
  mpq_clear(value);
  return meets;
}

bool cost_fit(const CostTerm *terms, u32 n_terms, const CostPoints *p, CostLaw *ret) {
  CostEquations e = {.terms = terms, .points = p, .n_terms = n_terms};
  u32 last = p->n;
  for (u32 i = 0; i < n_terms; i++)
    if (needs_others(&terms[i])) last = n_in_a_row(p);
  while (e.first < last && !is_equation(&e, p->size[e.first])) e.first++;
  if (last - e.first < n_terms) return false;
  LinearSource source = {
      .self = &e, .n_points = last - e.first, .n_columns = n_terms, .exact = equation_exact};
  LinearFit fit;
  CostLaw law;
  if (!linear_fit(&source, &fit)) return false;
  law_make(&e, &fit, &law);
  linear_fit_done(&fit);
  if (is_sensible(&law) && is_through(&law, p)) {
    *ret = law;
    return true;
  }
  cost_law_done(&law);
  return false;
}
