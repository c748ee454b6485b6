/* growth.c — a formula for the worst cost, or a class.
 *
 * Which points a formula is fitted to matters more than how.  Three sets are tried: the proven
 * points; the first points that are evenly spaced, a ladder of small sizes; all points.  The rest is
 * what the formula predicts.  The first formula that predicts everything is taken, then the first
 * that nothing refutes.
 *
 * A class is fitted as a*f(N) + b by least squares with equal weights: of six ways that were compared
 * on 27 functions over 7 ladders of sizes (weights by relative error, larger half only, extrapolation
 * from the smaller two thirds) this one found the right class most often, 172 of 186 times.
 */
#include "worst/growth.h"

#include "base/vec.h"
#include "worst/poly.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum {
  SPARE = 2,      /* points that must agree with a formula without having been needed for it */
  TAIL_SPARE = 3, /* the same where small sizes are left out */
  TAIL_SHARE =
      4, /* at most one in so many points is left out: floor(log2(N)) is flat over half of them */
  MAX_PIECES = 3,
  MAX_PIECE_DEGREE = 3, /* pieces are for floor(N^2/4) and its like */
  LISTED = 4,           /* so many sizes are named one by one */
};

typedef struct ClassRow {
  const char *name, *shape;
  u32 n_sizes; /* that it takes at least */
} ClassRow;

typedef enum GrowthClass {
#define GROWTH(id, name, value, sizes, shape) CLASS_##id,
#include "worst/growth.def"
#undef GROWTH
  CLASS_COUNT
} GrowthClass;

static const ClassRow rows[] = {
#define GROWTH(id, name, value, sizes, shape) [CLASS_##id] = {name, shape, sizes},
#include "worst/growth.def"
#undef GROWTH
};

static double class_value(GrowthClass class, double n) {
  switch (class) {
#define GROWTH(id, name, value, sizes, shape) \
  case CLASS_##id:                            \
    return value;
#include "worst/growth.def"
#undef GROWTH
  case CLASS_COUNT:
    break;
  }
  CHECK(false, "no class of growth %d", class);
}

/* ---- sets of points ------------------------------------------------------ */

typedef struct GrowthPoints {
  i64 *x, *y; /* owned; ascending x */
  u32 n, n_proven;
} GrowthPoints;

static void points_init(GrowthPoints *s, u32 cap) {
  *s = (GrowthPoints){.x = mem_new((cap + 1) * sizeof(i64)), .y = mem_new((cap + 1) * sizeof(i64))};
}

static void points_add(GrowthPoints *s, const GrowthPoint *p) {
  s->x[s->n] = p->size;
  s->y[s->n++] = p->cost;
  s->n_proven += p->proven;
}

static void points_done(GrowthPoints *s) {
  s->x = mem_free(s->x);
  s->y = mem_free(s->y);
}

static bool points_have(const GrowthPoints *s, i64 size) {
  for (u32 i = 0; i < s->n; i++)
    if (s->x[i] == size) return true;
  return false;
}

static void proven_points(const GrowthPoint *at, u32 n, GrowthPoints *ret) {
  points_init(ret, n);
  for (u32 i = 0; i < n; i++)
    if (at[i].proven) points_add(ret, &at[i]);
}

static void first_points(const GrowthPoint *at, u32 n, GrowthPoints *ret) {
  points_init(ret, n);
  for (u32 i = 0; i < n; i++) {
    if (i >= 2 && at[i].size - at[i - 1].size != at[1].size - at[0].size) break;
    points_add(ret, &at[i]);
  }
}

static void all_points(const GrowthPoint *at, u32 n, GrowthPoints *ret) {
  points_init(ret, n);
  for (u32 i = 0; i < n; i++) points_add(ret, &at[i]);
}

/* ---- formulas ------------------------------------------------------------ */

typedef struct Formula {
  Poly pieces[MAX_PIECES];
  u32 n_pieces; /* 0: none */
  i64 from;
} Formula;

static void formula_done(Formula *f) {
  for (u32 i = 0; i < f->n_pieces; i++) poly_done(&f->pieces[i]);
  f->n_pieces = 0;
}

static bool piece_fit(const GrowthPoints *s, u32 modulus, u32 rest, Poly *ret) {
  GrowthPoints piece;
  points_init(&piece, s->n);
  for (u32 i = 0; i < s->n; i++)
    if (s->x[i] % modulus == rest)
      points_add(&piece, &(GrowthPoint){.size = s->x[i], .cost = s->y[i]});
  bool fits = poly_fit(piece.x, piece.y, piece.n, SPARE, ret);
  if (fits && ret->n > MAX_PIECE_DEGREE + 1) {
    poly_done(ret);
    fits = false;
  }
  points_done(&piece);
  return fits;
}

static bool pieces_fit(const GrowthPoints *s, u32 modulus, Formula *f) {
  for (u32 rest = 0; rest < modulus; rest++) {
    if (!piece_fit(s, modulus, rest, &f->pieces[rest])) {
      formula_done(f);
      return false;
    }
    f->n_pieces++;
  }
  return true;
}

static bool formula_fit(const GrowthPoints *s, Formula *ret) {
  *ret = (Formula){0};
  if (!s->n) return false;
  ret->from = s->x[0];
  u32 skipped = 0;
  bool fits =
      poly_fit(s->x, s->y, s->n, SPARE, &ret->pieces[0]) ||
      poly_fit_tail(s->x, s->y, s->n, TAIL_SPARE, s->n / TAIL_SHARE, &skipped, &ret->pieces[0]);
  if (fits) {
    ret->n_pieces = 1;
    ret->from = s->x[skipped];
  }
  for (u32 modulus = 2; !fits && modulus <= MAX_PIECES; modulus++)
    fits = pieces_fit(s, modulus, ret);
  return fits;
}

static const Poly *formula_piece(const Poly *pieces, u32 n_pieces, i64 size) {
  return &pieces[size % n_pieces];
}

typedef enum FormulaFate { FATE_MET, FATE_MISSED, FATE_REFUTED } FormulaFate;

/* Costs are whole numbers: a formula with a fraction at that size is none.  Nor is one above a
 * proven cost. */
static FormulaFate formula_fate(const Formula *f, const GrowthPoint *p) {
  mpq_t predicted;
  mpq_init(predicted);
  poly_at(formula_piece(f->pieces, f->n_pieces, p->size), p->size, predicted);
  int order = mpq_cmp_si(predicted, p->cost, 1);
  bool whole = mpz_cmp_ui(mpq_denref(predicted), 1) == 0;
  mpq_clear(predicted);
  if (order == 0) return FATE_MET;
  return order < 0 || !whole || p->proven ? FATE_REFUTED : FATE_MISSED;
}

static bool is_predicted(const Formula *f, const GrowthPoints *fitted, const GrowthPoint *p) {
  return p->size >= f->from && !points_have(fitted, p->size);
}

static FormulaFate formula_worst_fate(const Formula *f, const GrowthPoints *fitted,
                                      const GrowthPoint *at, u32 n) {
  FormulaFate worst = FATE_MET;
  for (u32 i = 0; i < n; i++)
    if (is_predicted(f, fitted, &at[i])) worst = MAX(worst, formula_fate(f, &at[i]));
  return worst;
}

static void print_formula(const Formula *f, Text *t) {
  static const char *const halves[] = {"for even N", "for odd N"};
  for (u32 i = 0; i < f->n_pieces; i++) {
    if (i) text_add(t, ", ");
    poly_print(&f->pieces[i], "N", t);
    if (f->n_pieces == 2) text_addf(t, " %s", halves[i]);
    if (f->n_pieces > 2) text_addf(t, " for N mod %u = %u", f->n_pieces, i);
  }
}

static void name_class_of(const Poly *highest, Growth *g) {
  Text name = {0};
  if (highest->n <= 1) text_add_char(&name, '1');
  if (highest->n > 1) text_add_char(&name, 'n');
  if (highest->n > 2) text_addf(&name, "^%u", highest->n - 1);
  g->class = name.at;
  g->coefficient = highest->n ? mpq_get_d(highest->at[highest->n - 1]) : 0;
}

/* ---- what was predicted --------------------------------------------------- */

/* A class may predict more than a number can be; then nothing is predicted. */
static void add_check(Growth *g, const GrowthPoint *p) {
  Text predicted = {0}, found = {0};
  if (!growth_predict(g, p->size, &predicted)) return;
  text_addf(&found, "%" PRId64, p->cost);
  g->checks[g->n_checks++] = (GrowthCheck){.size = p->size,
                                           .predicted = predicted.at,
                                           .found = p->cost,
                                           .met = !strcmp(predicted.at, found.at)};
  text_free(&found);
}

static void take_formula(Formula *f, const GrowthPoints *fitted, const GrowthPoint *at, u32 n,
                         Growth *g) {
  Text exact = {0};
  print_formula(f, &exact);
  g->exact = exact.at;
  g->from = f->from;
  g->late = f->from > at[0].size;
  const Poly *highest = &f->pieces[0];
  for (u32 i = 1; i < f->n_pieces; i++)
    if (f->pieces[i].n > highest->n) highest = &f->pieces[i];
  name_class_of(highest, g);
  g->pieces = mem_dup(f->pieces, f->n_pieces * sizeof(Poly));
  g->n_pieces = f->n_pieces;
  g->checks = mem_new((n + 1) * sizeof(GrowthCheck));
  for (u32 i = 0; i < n; i++) {
    if (is_predicted(f, fitted, &at[i])) add_check(g, &at[i]);
    if (at[i].size < f->from || !points_have(fitted, at[i].size)) continue;
    g->n_sizes++;
    g->n_proven += at[i].proven;
  }
}

/* ---- classes ------------------------------------------------------------- */

typedef struct ClassFit {
  double coefficient, constant, error;
} ClassFit;

/* Values are divided by the largest, so that squares of 2^N do not overflow. */
static bool class_fit(GrowthClass class, const GrowthPoints *s, ClassFit *ret) {
  double top = MAX(class_value(class, (double)s->x[s->n - 1]), 1);
  if (!isfinite(top)) return false;
  double f_mean = 0, y_mean = 0, f_square = 0, product = 0;
  for (u32 i = 0; i < s->n; i++) {
    f_mean += class_value(class, (double)s->x[i]) / top / s->n;
    y_mean += (double)s->y[i] / s->n;
  }
  for (u32 i = 0; i < s->n; i++) {
    double f = class_value(class, (double)s->x[i]) / top - f_mean;
    f_square += f * f;
    product += f * ((double)s->y[i] - y_mean);
  }
  double a = f_square > 0 ? product / f_square : 0, b = y_mean - a * f_mean;
  if (class != CLASS_CONSTANT && a <= 0) return false;
  double off = 0, all = 0;
  for (u32 i = 0; i < s->n; i++) {
    double y = (double)s->y[i], rest = y - a * class_value(class, (double)s->x[i]) / top - b;
    off += rest * rest;
    all += y * y;
  }
  *ret = (ClassFit){a / top, b, all > 0 ? sqrt(off / all) : 0};
  return true;
}

static void take_class(const ClassFit *fit, Growth *g) {
  g->coefficient = fit->coefficient;
  g->constant = fit->constant;
  g->error = fit->error;
}

static bool has_sizes(const GrowthPoints *s, GrowthClass class) {
  return s->n >= rows[class].n_sizes;
}

static GrowthClass nearest_class(const GrowthPoints *s, ClassFit *ret) {
  GrowthClass best = CLASS_CONSTANT;
  *ret = (ClassFit){.error = INFINITY};
  for (GrowthClass class = 0; class < CLASS_COUNT; class ++) {
    ClassFit fit;
    if (!class_fit(class, s, &fit) || fit.error >= ret->error) continue;
    best = class;
    *ret = fit;
  }
  return best;
}

/* The class is chosen by all points; how well it predicts the others is tried by fitting the same
 * class to the first ones alone.  Where the nearest class would take more sizes, none is named: the
 * next one is not nearer for that. */
static void choose_class(const GrowthPoint *at, u32 n, Growth *g) {
  GrowthPoints all, first;
  all_points(at, n, &all);
  first_points(at, n, &first);
  ClassFit fit, first_fit;
  g->row = has_sizes(&all, CLASS_CONSTANT) ? nearest_class(&all, &fit) : CLASS_CONSTANT;
  if (has_sizes(&all, g->row)) {
    g->class = text_dup(rows[g->row].name);
    if (has_sizes(&first, g->row) && first.n < n && class_fit(g->row, &first, &first_fit)) {
      take_class(&first_fit, g);
      g->checks = mem_new(n * sizeof(GrowthCheck));
      for (u32 i = first.n; i < n; i++) add_check(g, &at[i]);
    }
    take_class(&fit, g);
  }
  g->n_sizes = n;
  g->n_proven = all.n_proven;
  points_done(&all);
  points_done(&first);
}

/* ---- printing ------------------------------------------------------------ */

static void print_fitted(const Growth *g, Text *t) {
  const char *sizes = g->n_sizes == 1 ? "size" : "sizes";
  if (g->n_proven == g->n_sizes)
    text_addf(t, ", exact at %u %s", g->n_sizes, sizes);
  else if (g->n_proven)
    text_addf(t, ", fits %u %s (%u proven)", g->n_sizes, sizes, g->n_proven);
  else
    text_addf(t, ", fits %u %s (none proven)", g->n_sizes, sizes);
}

static void print_confirmed(const Growth *g, Text *t) {
  u32 n_met = 0, seen = 0;
  i64 largest = 0;
  for (u32 i = 0; i < g->n_checks; i++)
    if (g->checks[i].met) n_met++, largest = g->checks[i].size;
  if (n_met > LISTED) text_addf(t, ", confirmed at %u more up to %" PRId64, n_met, largest);
  for (u32 i = 0; n_met <= LISTED && i < g->n_checks; i++)
    if (g->checks[i].met)
      text_addf(t, "%s%" PRId64, seen++ ? ", " : ", confirmed at ", g->checks[i].size);
}

static void print_missed(const Growth *g, Text *t) {
  u32 n_missed = 0;
  const GrowthCheck *largest = NULL;
  for (u32 i = 0; i < g->n_checks; i++)
    if (!g->checks[i].met) n_missed++, largest = &g->checks[i];
  if (!largest) return;
  text_addf(t, "; at %" PRId64 " %" PRId64 " found of %s expected", largest->size, largest->found,
            largest->predicted);
  if (n_missed > 1) text_addf(t, ", too few also at %u smaller", n_missed - 1);
}

static void print_formula_line(const Growth *g, const char *unit, Text *t) {
  text_addf(t, g->n_pieces > 1 ? "%s; %s (%s)" : "%s %s (%s)", g->exact, unit, g->class);
  if (g->late) text_addf(t, " from N = %" PRId64 " on", g->from);
  print_fitted(g, t);
  print_confirmed(g, t);
  print_missed(g, t);
}

static void print_class_line(const Growth *g, const char *unit, Text *t) {
  text_add(t, "about ");
  if (g->row == CLASS_CONSTANT) {
    text_addf(t, "%.3g", g->constant);
  } else {
    text_addf(t, "%.3g*%s", g->coefficient, rows[g->row].shape);
    if (g->constant != 0) text_addf(t, " %c %.3g", g->constant < 0 ? '-' : '+', fabs(g->constant));
  }
  text_addf(t, " %s (%s), off by %.2g %%", unit, g->class, g->error * 100);
  if (!g->n_checks) return;
  const GrowthCheck *largest = &g->checks[g->n_checks - 1];
  text_addf(t, "; the smaller sizes predict %s at %" PRId64 ", %" PRId64 " found",
            largest->predicted, largest->size, largest->found);
}

/* ---- public -------------------------------------------------------------- */

void growth_fit(const GrowthPoint *at, u32 n, Growth *ret) {
  void (*const sets[])(const GrowthPoint *, u32, GrowthPoints *) = {proven_points, first_points,
                                                                    all_points};
  *ret = (Growth){0};
  for (FormulaFate allowed = FATE_MET; allowed < FATE_REFUTED; allowed++) {
    for (u32 i = 0; i < ARRAY_LEN(sets) && !ret->exact; i++) {
      GrowthPoints set;
      Formula f;
      sets[i](at, n, &set);
      if (formula_fit(&set, &f)) {
        if (formula_worst_fate(&f, &set, at, n) <= allowed)
          take_formula(&f, &set, at, n, ret);
        else
          formula_done(&f);
      }
      points_done(&set);
    }
  }
  if (!ret->exact) choose_class(at, n, ret);
}

bool growth_value(const Growth *g, i64 size, u64 *ret) {
  i64 value;
  if (!g->n_pieces || size < g->from) return false;
  if (!poly_at_i64(formula_piece(g->pieces, g->n_pieces, size), size, &value) || value < 0)
    return false;
  *ret = (u64)value;
  return true;
}

bool growth_predict(const Growth *g, i64 size, Text *t) {
  if (g->n_pieces) {
    if (size < g->from) return false;
    mpq_t value;
    mpq_init(value);
    poly_at(formula_piece(g->pieces, g->n_pieces, size), size, value);
    cleanup(freep) char *digits =
        mem_new(mpz_sizeinbase(mpq_numref(value), 10) + mpz_sizeinbase(mpq_denref(value), 10) + 3);
    text_add(t, mpq_get_str(digits, 10, value));
    mpq_clear(value);
    return true;
  }
  if (!g->class) return false;
  double cost = g->coefficient * class_value(g->row, (double)size) + g->constant;
  if (!isfinite(cost)) return false;
  text_addf(t, fabs(cost) < 1e15 ? "%.0f" : "%.3g", fmax(cost, 0));
  return true;
}

void growth_print(const Growth *g, const char *unit, Text *t) {
  if (g->exact)
    print_formula_line(g, unit, t);
  else if (g->class)
    print_class_line(g, unit, t);
  else
    text_addf(t, "growth of %s unknown: %u size%s too few, it takes at least %u", unit, g->n_sizes,
              g->n_sizes == 1 ? " is" : "s are", rows[g->row].n_sizes);
}

void growth_done(Growth *g) {
  for (u32 i = 0; i < g->n_pieces; i++) poly_done(&g->pieces[i]);
  for (u32 i = 0; i < g->n_checks; i++) mem_free(g->checks[i].predicted);
  mem_free(g->pieces);
  mem_free(g->checks);
  mem_free(g->exact);
  mem_free(g->class);
  *g = (Growth){0};
}
