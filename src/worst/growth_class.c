/* growth_class.c — judges a class of growth by what it predicts.
 *
 * A class is fitted to the smaller sizes and compared with the largest ones: the last alone, the
 * last two, and so on up to a third of all.  Errors are relative and the worst point counts, so a
 * large size does not outweigh the small ones, and many good points do not hide a bad one.  A
 * class remains unless another one predicts several times better.  The classes that remain, and
 * those between them, are the answer.
 *
 * A cost that is only the best found is a lower bound.  It excludes the classes that lie below it.
 *
 * The thresholds are those with which test_random_series (growth_test.c) never names a wrong
 * class.
 */
#include "worst/growth_class.h"

#include <math.h>
#include <string.h>

enum {
  MAX_TERMS = 3,
  SURE_SIZES = 10, /* with fewer, noise hides what grows fast and begins small */
};

static const double clearly =
                        6, /* a class that is so many times worse than the best is excluded, */
    at_least = 0.06,       /* if it is off by that much more, */
    too_far = 0.5,         /* and any that is off by that much */
    noisy = 0.08,          /* where the best is off by more, faster classes are not excluded */
    margin = 0.5,          /* a bound must be so far above what a class predicts to exclude it */
    least_base = 1.3,      /* of an exponential; below, over few sizes it is like anything */
    most_base = 40;

typedef struct ClassRow {
  const char *name, *f, *g;
} ClassRow;

static const ClassRow rows[CLASS_COUNT] = {
#define GROWTH(id, name, f, g, f_text, g_text) [CLASS_##id] = {name, f_text, g_text},
#include "worst/growth.def"
#undef GROWTH
};

static double value_of(GrowthClass class, bool is_main, double base, double n) {
  switch (class) {
#define GROWTH(id, name, f, g, f_text, g_text) \
  case CLASS_##id:                             \
    return is_main ? (f) : (g);
#include "worst/growth.def"
#undef GROWTH
  case CLASS_COUNT:
    break;
  }
  CHECK(false, "no class of growth %d", class);
}

/* ---- least squares of relative errors ------------------------------------ */

typedef struct Normal {
  double at[MAX_TERMS][MAX_TERMS + 1];
} Normal;

static bool solve(Normal *m, u32 n, double *ret) {
  for (u32 k = 0; k < n; k++) {
    u32 best = k;
    for (u32 r = k + 1; r < n; r++)
      if (fabs(m->at[r][k]) > fabs(m->at[best][k])) best = r;
    if (fabs(m->at[best][k]) < 1e-12) return false;
    for (u32 c = 0; c <= n; c++) {
      double swap = m->at[k][c];
      m->at[k][c] = m->at[best][c];
      m->at[best][c] = swap;
    }
    for (u32 r = 0; r < n; r++) {
      double factor = m->at[r][k] / m->at[k][k];
      for (u32 c = k; r != k && c <= n; c++) m->at[r][c] -= factor * m->at[k][c];
    }
  }
  for (u32 k = 0; k < n; k++) ret[k] = m->at[k][n] / m->at[k][k];
  return true;
}

/* Which of f, 1 and g a fit has. */
typedef enum FitShape { SHAPE_F, SHAPE_F_1, SHAPE_F_G_1, SHAPE_COUNT } FitShape;

static double weight_of(i64 cost) {
  return 1 / fmax((double)cost, 1);
}

/* Columns are scaled, so that squares of 2^N do not overflow and pivots can be compared. */
static bool fit_shape(GrowthClass class, FitShape shape, double base, const CostPoints *p, u32 n,
                      ClassFit *ret) {
  double top_f = value_of(class, true, base, (double)p->size[n - 1]);
  double top_g = fmax(value_of(class, false, base, (double)p->size[n - 1]), 1);
  if (!isfinite(top_f) || (class != CLASS_CONSTANT && top_f <= 0)) return false;
  u32 n_terms = class == CLASS_CONSTANT ? 1 : (u32)shape + 1;
  Normal m = {0};
  for (u32 i = 0; i < n; i++) {
    double x = (double)p->size[i], weight = weight_of(p->cost[i]), scale = (double)p->cost[n - 1];
    double f = class == CLASS_CONSTANT ? 1 : value_of(class, true, base, x) / top_f;
    double column[MAX_TERMS] = {f * scale, scale, value_of(class, false, base, x) / top_g * scale};
    for (u32 r = 0; r < n_terms; r++) {
      for (u32 c = 0; c < n_terms; c++) m.at[r][c] += column[r] * column[c] * weight * weight;
      m.at[r][n_terms] += column[r] * (double)p->cost[i] * weight * weight;
    }
  }
  double x[MAX_TERMS] = {0}, scale = (double)p->cost[n - 1];
  if (!solve(&m, n_terms, x)) return false;
  if (class == CLASS_CONSTANT)
    *ret = (ClassFit){.c = x[0] * scale};
  else
    *ret = (ClassFit){
        .a = x[0] * scale / top_f, .c = x[1] * scale, .b = x[2] * scale / top_g, .base = base};
  return true;
}

/* A program does something, and not less than nothing; a lower term takes away at most what sums of
 * the main one do, as in N^2 - N and N log N - 2 N. */
static bool is_sensible(GrowthClass class, const ClassFit *f) {
  if (class == CLASS_CONSTANT) return true;
  if (f->a <= 0) return false;
  return f->b >= (class >= CLASS_EXPONENTIAL ? 0 : -2 * f->a);
}

static double error_at(GrowthClass class, const ClassFit *f, const CostPoints *p, u32 i) {
  return fabs(growth_class_at(class, f, p->size[i]) - (double)p->cost[i]) * weight_of(p->cost[i]);
}

static double squares(GrowthClass class, const ClassFit *f, const CostPoints *p, u32 n) {
  double sum = 0;
  for (u32 i = 0; i < n; i++) sum += pow(error_at(class, f, p, i), 2);
  return sum;
}

/* The base with the least error, first roughly and then by thirds. */
static double find_base(FitShape shape, const CostPoints *p, u32 n) {
  enum { ROUGH = 48, FINE = 30 };
  double best = least_base, least = INFINITY, step = pow(most_base / least_base, 1.0 / ROUGH);
  ClassFit f;
  double base = least_base;
  for (u32 i = 0; i <= ROUGH; i++, base *= step) {
    if (!fit_shape(CLASS_EXPONENTIAL, shape, base, p, n, &f)) continue;
    double sum = squares(CLASS_EXPONENTIAL, &f, p, n);
    if (sum < least) least = sum, best = base;
  }
  double low = fmax(best / step, least_base), high = best * step;
  for (u32 i = 0; i < FINE; i++) {
    double x = low + (high - low) / 3, y = high - (high - low) / 3;
    ClassFit g;
    if (!fit_shape(CLASS_EXPONENTIAL, shape, x, p, n, &f) ||
        !fit_shape(CLASS_EXPONENTIAL, shape, y, p, n, &g))
      break;
    if (squares(CLASS_EXPONENTIAL, &f, p, n) < squares(CLASS_EXPONENTIAL, &g, p, n))
      high = y;
    else
      low = x;
  }
  return (low + high) / 2;
}

static bool class_fit(GrowthClass class, FitShape shape, const CostPoints *p, u32 n,
                      ClassFit *ret) {
  double base = class == CLASS_EXPONENTIAL ? find_base(shape, p, n) : 0;
  if (class == CLASS_EXPONENTIAL && base < least_base * 1.01) return false;
  return fit_shape(class, shape, base, p, n, ret) && is_sensible(class, ret);
}

/* ---- what is predicted ---------------------------------------------------- */

/* The worst of all errors at sizes that were left out. */
static double ahead_of(GrowthClass class, FitShape shape, const CostPoints *p) {
  double worst = 0;
  u32 n_numbers = (u32)shape + 1 + (class == CLASS_EXPONENTIAL);
  for (u32 left = 1; left <= MAX(p->n / 3, 2) && p->n - left > n_numbers; left++) {
    ClassFit f;
    if (!class_fit(class, shape, p, p->n - left, &f)) return INFINITY;
    for (u32 i = p->n - left; i < p->n; i++) worst = fmax(worst, error_at(class, &f, p, i));
  }
  return worst;
}

static void find_worst(GrowthClass class, const CostPoints *p, ClassFit *io) {
  io->off = 0;
  io->off_size = p->size[0];
  for (u32 i = 0; i < p->n; i++) {
    double error = error_at(class, io, p, i);
    if (error <= io->off) continue;
    io->off = error;
    io->off_size = p->size[i];
  }
}

/* What a class is not off by at the sizes that it is fitted to is no merit of what it predicts. */
static double score(const ClassFit *f) {
  return fmax(f->ahead, f->off);
}

/* The best shape that is not below what was found. */
static void judge(GrowthClass class, const CostPoints *p, const CostPoints *bounds, ClassFit *ret) {
  *ret = (ClassFit){.ahead = INFINITY};
  for (FitShape shape = 0; shape < SHAPE_COUNT; shape++) {
    ClassFit f;
    bool is_above = true;
    if (!class_fit(class, shape, p, p->n, &f)) continue;
    f.ahead = ahead_of(class, shape, p);
    find_worst(class, p, &f);
    for (u32 i = 0; i < bounds->n; i++)
      is_above &=
          growth_class_at(class, &f, bounds->size[i]) * (1 + margin) >= (double)bounds->cost[i];
    if (is_above && score(&f) < score(ret)) *ret = f;
  }
  ret->remains = score(ret) < too_far;
}

/* ---- public -------------------------------------------------------------- */

u32 growth_classes(const CostPoints *proven, const CostPoints *bounds, ClassFit ret[CLASS_COUNT],
                   GrowthClass *ret_nearest) {
  double best = INFINITY;
  bool is_short = proven->n < MIN_NAMED_SIZES; /* then only bounds exclude classes, slow ones */
  u32 first = CLASS_COUNT, last = 0;
  *ret_nearest = CLASS_CONSTANT;
  for (GrowthClass class = 0; class < CLASS_COUNT; class ++) {
    judge(class, proven, bounds, &ret[class]);
    if (!ret[class].remains || score(&ret[class]) >= best) continue;
    best = score(&ret[class]);
    *ret_nearest = class;
  }
  for (GrowthClass class = 0; class < CLASS_COUNT; class ++) {
    if (!is_short)
      ret[class].remains &= score(&ret[class]) <= fmax(clearly * best, best + at_least);
    if (!ret[class].remains) continue;
    first = MIN(first, class);
    last = class;
  }
  if (first < CLASS_COUNT && (is_short || best > (proven->n < SURE_SIZES ? noisy / 4 : noisy)))
    last = CLASS_FACTORIAL;
  for (GrowthClass class = first; class <= last && class < CLASS_COUNT; class ++)
    ret[class].remains = true;
  return first < CLASS_COUNT ? last - first + 1 : 0;
}

double growth_class_at(GrowthClass class, const ClassFit *f, i64 size) {
  double n = (double)size, main = class == CLASS_CONSTANT ? 0 : value_of(class, true, f->base, n);
  return f->a * main + f->b * value_of(class, false, f->base, n) + f->c;
}

void growth_class_name(GrowthClass class, const ClassFit *f, Text *t) {
  if (class == CLASS_EXPONENTIAL && f->base > 1)
    text_addf(t, "%.3g^n", f->base);
  else
    text_add(t, rows[class].name);
}

/* Three digits that count, and no power of ten where that can be avoided. */
static void add_number(double x, Text *t) {
  if (x >= 1000 && x < 1e15)
    text_addf(t, "%.0f", x);
  else
    text_addf(t, "%.3g", x);
}

static void add_summand(double factor, const char *term, size_t begin, Text *t) {
  if (factor == 0) return;
  text_add(t, t->n == begin ? (factor < 0 ? "-" : "") : (factor < 0 ? " - " : " + "));
  add_number(fabs(factor), t);
  if (*term) text_addf(t, "*%s", term);
}

void growth_class_print(GrowthClass class, const ClassFit *f, Text *t) {
  size_t begin = t->n;
  cleanup(text_free) Text main = {0};
  if (class == CLASS_EXPONENTIAL) text_addf(&main, "%.3g", f->base);
  text_add(&main, rows[class].f);
  if (class != CLASS_CONSTANT) add_summand(f->a, text_c(&main), begin, t);
  add_summand(f->b, rows[class].g, begin, t);
  add_summand(f->c, "", begin, t);
  if (t->n == begin) text_add_char(t, '0');
}
