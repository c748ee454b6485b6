/* trend.c — finds the sizes that double, takes off what every input costs, and compares what each
 * doubling adds with what it adds in each class.
 *
 * Differences of successive costs do not contain the start-up cost, so classes are fitted to them.  A
 * class is named only if it predicts every difference within a few per cent and no other class does.
 */
#include "growth/trend.h"

#include <math.h>
#include <stdlib.h>

enum {
  MAX_CHAIN = 6,
  TOLERANCE = 8,       /* 13 passes for the half of 25: a size may be off by this part */
  MIN_NAMED_CHAIN = 4, /* sizes; fewer do not tell a class, */
  MIN_MIXED_CHAIN = 5, /* nor fewer than these a rare one, or one with a lower term */
  MIN_STEPS = 3,
};

static const double shown_start_up =
                        0.1,           /* of the cost at half the largest size; less is not told */
    near = 0.015,                      /* a class must predict each difference so well, */
    very_near = 0.003,                 /* and a rare one so well, */
    margin = 0.01, wide_margin = 0.03, /* and others must be off by this much more, */
    clearly = 3,                       /* and so many times as far */
    lower_part = 2,                    /* a lower term takes away at most so much, as in N^2 - N */
    log_least = 0.8, log_most = 1.2,   /* differences with such ratios are about the same */
    clear_step = 1.5, even = 0.98,     /* least factor of a step, and how even the factors are */
    slowing = 0.97;                    /* of the ratio before: less is a fall */

/* ---- sizes that double --------------------------------------------------------------------------- */

typedef struct Chain {
  GrowthPoint at[MAX_CHAIN]; /* ascending */
  u32 n;
} Chain;

static const GrowthPoint *find_half(const GrowthPoint *at, u32 n, i64 size) {
  const GrowthPoint *best = NULL;
  for (u32 i = 0; i < n && at[i].size < size; i++) {
    i64 off = llabs(2 * at[i].size - size);
    if (off * TOLERANCE <= size && (!best || off < llabs(2 * best->size - size))) best = &at[i];
  }
  return best;
}

static Chain find_chain(const GrowthPoint *at, u32 n) {
  Chain c = {0};
  const GrowthPoint *down[MAX_CHAIN];
  for (const GrowthPoint *p = n ? &at[n - 1] : NULL; p && c.n < MAX_CHAIN;
       p = find_half(at, n, p->size))
    down[c.n++] = p;
  for (u32 i = 0; i < c.n; i++) c.at[i] = *down[c.n - 1 - i];
  return c;
}

static double added(const Chain *c, u32 i) { /* by the doubling that ends at i */
  return (double)(c->at[i].cost - c->at[i - 1].cost);
}

/* ---- classes ------------------------------------------------------------------------------------- */

typedef enum TrendClass {
#define TREND_CLASS(id, name, rare, main, f, g) TREND_##id,
#include "growth/trend_classes.def"
#undef TREND_CLASS
  N_TREND_CLASSES
} TrendClass;

static const char *const class_names[] = {
#define TREND_CLASS(id, name, rare, main, f, g) name,
#include "growth/trend_classes.def"
#undef TREND_CLASS
};

static const bool is_rare[] = {
#define TREND_CLASS(id, name, rare, main, f, g) rare,
#include "growth/trend_classes.def"
#undef TREND_CLASS
};

static const double main_part[] = {
#define TREND_CLASS(id, name, rare, main, f, g) main,
#include "growth/trend_classes.def"
#undef TREND_CLASS
};

static double class_value(TrendClass class, bool is_main, i64 size) {
  double n = (double)size;
  switch (class) {
#define TREND_CLASS(id, name, rare, main, f, g) \
  case TREND_##id:                              \
    return is_main ? (f) : (g);
#include "growth/trend_classes.def"
#undef TREND_CLASS
  case N_TREND_CLASSES:
    break;
  }
  CHECK(false, "no class of growth %d", class);
}

/* What the doubling that ends at i adds to a term, as a part of what it adds to the cost. */
static double part_of(const Chain *c, u32 i, TrendClass class, bool is_main) {
  double last = class_value(class, is_main, c->at[i].size),
         before = class_value(class, is_main, c->at[i - 1].size);
  return (last - before) / added(c, i);
}

/* a*f + b*g by least squares of relative errors; without g where that is all it takes.  Returns how far
 * off it is at most, relatively; INFINITY: it makes no sense. */
static double fit_class(const Chain *c, TrendClass class, bool has_lower) {
  double uu = 0, uv = 0, vv = 0, u1 = 0, v1 = 0;
  for (u32 i = 1; i < c->n; i++) {
    double u = part_of(c, i, class, true), v = has_lower ? part_of(c, i, class, false) : 0;
    uu += u * u, uv += u * v, vv += v * v, u1 += u, v1 += v;
  }
  double a = u1 / uu, b = 0, determinant = uu * vv - uv * uv;
  if (has_lower && determinant <= 1e-9 * uu * vv) return INFINITY;
  if (has_lower) a = (u1 * vv - v1 * uv) / determinant, b = (v1 * uu - u1 * uv) / determinant;
  if (a * part_of(c, c->n - 1, class, true) < main_part[class] || b < -lower_part * a)
    return INFINITY;
  double off = 0;
  for (u32 i = 1; i < c->n; i++)
    off = fmax(off, fabs(a * part_of(c, i, class, true) +
                         (has_lower ? b * part_of(c, i, class, false) : 0) - 1));
  return off;
}

/* The one class that all differences follow; NULL: none, or several do.  What has a lower term fits few
 * sizes too easily to be named, but it may be as good an explanation as another. */
static const char *name_class(const Chain *c) {
  double off[N_TREND_CLASSES], mixed[N_TREND_CLASSES];
  TrendClass best = 0;
  for (TrendClass k = 0; k < N_TREND_CLASSES; k++) {
    off[k] = fit_class(c, k, false);
    mixed[k] = class_value(k, false, 2) > 0 ? fit_class(c, k, true) : INFINITY;
    if (c->n >= MIN_MIXED_CHAIN) off[k] = fmin(off[k], mixed[k]);
    if (off[k] < off[best]) best = k;
  }
  if (is_rare[best] && (off[best] > very_near || c->n < MIN_MIXED_CHAIN)) return NULL;
  if (off[best] > near) return NULL;
  double least = fmax(clearly * off[best], off[best] + (is_rare[best] ? wide_margin : margin));
  for (TrendClass k = 0; k < N_TREND_CLASSES; k++)
    if (k != best && fmin(off[k], mixed[k]) <= least) return NULL;
  return class_names[best];
}

/* Small sizes may be of another regime (a sort that inserts below 16 elements), so fewer of them are
 * tried, too. */
static const char *find_class(const Chain *c) {
  for (u32 first = 0; first + MIN_NAMED_CHAIN <= c->n; first++) {
    Chain upper = {.n = c->n - first};
    bool rises = true;
    for (u32 i = 0; i < upper.n; i++) upper.at[i] = c->at[first + i];
    for (u32 i = 1; i < upper.n; i++) rises &= added(&upper, i) > 0;
    const char *name = rises ? name_class(&upper) : NULL;
    if (name) return name;
  }
  return NULL;
}

/* ---- what doublings do --------------------------------------------------------------------------- */

/* Of a*N^k + c0 through the last three costs; no input costs less than the smallest size does. */
static i64 find_start_up(const Chain *c, double growth, i64 least) {
  if (growth <= log_most) return 0;
  double half = (double)c->at[c->n - 2].cost,
         start = fmin(half - added(c, c->n - 1) / (growth - 1), (double)least);
  return start >= shown_start_up * half && start < 0x1p62 ? (i64)start : 0; /* 2^63 is no i64 */
}

static void set_ratios(const Chain *c, i64 start_up, Trend *t) {
  for (u32 i = 0; i < TREND_SIZES - 1; i++) {
    const GrowthPoint *p = &c->at[c->n - TREND_SIZES + i];
    double before = (double)(p[0].cost - start_up), after = (double)(p[1].cost - start_up);
    t->ratio[i] = before > 0 ? after / before : INFINITY;
  }
  t->start_up = start_up;
  t->exponent = log2(t->ratio[TREND_SIZES - 2]) /
                log2((double)c->at[c->n - 1].size / (double)c->at[c->n - 2].size);
}

static Trend find_doublings(const Chain *c, i64 least) {
  Trend t = {0};
  if (c->n < TREND_SIZES) return t;
  double last = added(c, c->n - 1), before = added(c, c->n - 2);
  for (u32 i = 0; i < TREND_SIZES; i++) t.size[i] = c->at[c->n - TREND_SIZES + i].size;
  if (last < 0 || before < 0) return t;
  double growth = before > 0 ? last / before : INFINITY;
  t.class = find_class(c);
  t.step = last;
  set_ratios(c, isfinite(growth) ? find_start_up(c, growth, least) : 0, &t);
  t.kind = last == 0                                      ? TREND_FLAT
           : growth >= log_least && growth <= log_most    ? TREND_ADDS
           : isfinite(t.ratio[0]) && isfinite(t.exponent) ? TREND_MULTIPLIES
                                                          : TREND_NONE;
  if (t.kind == TREND_FLAT) t.class = NULL;
  return t;
}

/* ---- what steps do ------------------------------------------------------------------------------- */

/* Each step of one in the upper half of the sizes in a row multiplies the cost, by a factor that does
 * not shrink: what people call exponential. */
static Trend find_steps(const GrowthPoint *at, u32 n) {
  Trend t = {0};
  u32 last = 0;
  while (last + 1 < n && at[last + 1].size == at[last].size + 1 && !at[last + 1].is_cut) last++;
  u32 first = last / 2;
  if (last - first < MIN_STEPS) return t;
  double before = clear_step, least = INFINITY, most = 0;
  for (u32 i = first; i < last; i++) {
    double factor = at[i].cost ? (double)at[i + 1].cost / (double)at[i].cost : 0;
    if (factor < before * even || factor < clear_step) return t;
    least = fmin(least, factor);
    most = fmax(most, factor);
    before = factor;
  }
  return (Trend){
      .kind = TREND_STEPS, .size = {at[first].size, at[last].size}, .ratio = {least, most}};
}

/* ---- public -------------------------------------------------------------------------------------- */

Trend trend_find(const GrowthPoint *at, u32 n) {
  u32 n_ended = n;
  while (n_ended && at[n_ended - 1].is_cut) n_ended--;
  Trend steps = find_steps(at, n_ended);
  /* Sizes that go on in steps of one to the last that ended: doublings would say less. */
  if (steps.kind == TREND_STEPS && steps.size[1] == at[n_ended - 1].size) return steps;
  Chain chain = find_chain(at, n_ended);
  Trend t = find_doublings(&chain, n_ended ? at[0].cost : 0);
  return t.kind == TREND_NONE && steps.kind == TREND_STEPS ? steps : t;
}

bool trend_is_slowing(const Trend *t) {
  return t->kind == TREND_MULTIPLIES && t->ratio[1] < slowing * t->ratio[0];
}

double trend_power(const Trend *t) {
  switch (t->kind) {
  case TREND_NONE:
    break;
  case TREND_FLAT:
  case TREND_ADDS:
    return 0;
  case TREND_MULTIPLIES:
    return t->exponent;
  case TREND_STEPS:
    return INFINITY;
  }
  return NAN;
}
