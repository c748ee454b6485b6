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
  TOLERANCE = 8,       /* 14 passes for the half of 25: a size may be off by this part, or by one */
  MIN_NAMED_CHAIN = 4, /* sizes; fewer do not determine a class, */
  MIN_MIXED_CHAIN = 5, /* nor fewer than these a rare one, or one with a lower term */
  MIN_STEPS = 3,
};

static const double shown_start_up =
                        0.1,           /* of the cost at half the largest size; less is not shown */
    near = 0.015,                      /* a class must predict each difference so well, */
    very_near = 0.003,                 /* and a rare one so well, */
    margin = 0.01, wide_margin = 0.03, /* and others must be off by this much more, */
    clearly = 3,                       /* and so many times as far */
    lower_part = 2,                    /* a lower term takes away at most so much, as in N^2 - N */
    log_least = 0.8, log_most = 1.2,   /* differences with such ratios are about the same */
    more = 1.05,                       /* and with this one the second is larger */
    clear_step = 1.5,                  /* least factor of a step, … */
    clear_rise = 1.25,                 /* … of what steps add, … */
    even = 0.98,                       /* … and how even the factors are */
    slowing = 0.97,                    /* of the ratio before: less is a fall, */
    holding = 0.99,                    /* and less than this is no ratio that stays, */
    same = 0.05,                       /* so far from it is no difference, */
    rising = 1.15,                     /* more may be a size that was searched badly, */
    hardly = 1.15,                     /* less is mostly start-up cost; */
    falls_short = 2,                   /* so many times less is hardly how a program grows, */
    too_uneven = 5;                    /* and more than this shows no power of N */

/* ---- sizes that double --------------------------------------------------------------------------- */

typedef struct Chain {
  GrowthPoint at[MAX_CHAIN]; /* ascending */
  u32 n;
} Chain;

static const GrowthPoint *find_half(const GrowthPoint *at, u32 n, i64 size) {
  const GrowthPoint *best = NULL;
  for (u32 i = 0; i < n && at[i].size < size; i++) {
    i64 off = llabs(2 * at[i].size - size);
    if ((off <= 1 || off * TOLERANCE <= size) && (!best || off < llabs(2 * best->size - size)))
      best = &at[i];
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
    if (c->n >= MIN_MIXED_CHAIN && !is_rare[k]) off[k] = fmin(off[k], mixed[k]);
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

/* Of a*N^k + c0 through three costs, the last of which is at i. */
static double start_up_through(const Chain *c, u32 i) {
  double growth = added(c, i) / added(c, i - 1);
  if (!(growth > log_most) || !isfinite(growth)) return 0;
  return (double)c->at[i - 1].cost - added(c, i) / (growth - 1);
}

/* No input costs less than the smallest size does.  A size that was searched badly seems to be start-up cost: so three
 * sizes are not enough where none is clearly smaller, and of two estimates the lower one counts. */
static i64 find_start_up(const Chain *c, const GrowthPoint *least) {
  enum { MIN_CHAIN = 4 };
  if (c->n < MIN_CHAIN && 2 * least->size > c->at[0].size) return 0;
  double half = (double)c->at[c->n - 2].cost, start = start_up_through(c, c->n - 1);
  if (c->n >= MIN_CHAIN) start = fmin(start, start_up_through(c, c->n - 2));
  start = fmin(start, (double)least->cost);
  return start >= shown_start_up * half && start < 0x1p62 ? (i64)start : 0; /* 2^63 is no i64 */
}

static double ratio_at(const Chain *c, u32 i, i64 start_up) {
  double before = (double)(c->at[i - 1].cost - start_up);
  return before > 0 ? (double)(c->at[i].cost - start_up) / before : INFINITY;
}

/* Of costs that are proven none was searched badly. */
static bool is_doubtful(const Chain *c, const Trend *t) {
  bool are_proven = c->at[c->n - 2].proven && c->at[c->n - 3].proven;
  return t->ratio[1] > rising * t->ratio[0] && !are_proven;
}

/* Do the two doublings before the last multiply by the same, and the last by more?  Then something began at the
 * last size, as a second block does, and one doubling does not show how often it comes. */
static bool is_step(const Chain *c, const Trend *t) {
  enum { MIN_CHAIN = 4 };
  if (c->n < MIN_CHAIN || t->ratio[0] <= rising || t->ratio[1] <= rising * t->ratio[0])
    return false;
  double before =
      (double)(c->at[c->n - 3].cost - t->start_up) / (double)(c->at[c->n - 4].cost - t->start_up);
  return fabs(before / t->ratio[0] - 1) < same;
}

/* Did the doubling before the last multiply by clearly more than the one before it, and the last by no more than that?
 * So do buffers that grow by half, which are copied now and then: one doubling alone shows too much. */
static bool goes_up_and_down(const Chain *c, const Trend *t) {
  bool falls_far = t->ratio[0] > falls_short * t->ratio[1];
  if (c->n <= TREND_SIZES || t->ratio[1] > t->ratio[0] || falls_far) return false;
  return t->ratio[0] > more * ratio_at(c, c->n - TREND_SIZES, t->start_up);
}

/* Of the last doubling, or of the one before a step.  Where it multiplies by clearly more than the one before, the costs before it may be far from
 * the worst: then of the last two together or of more, whichever is least, and none where they differ too much.  The same where
 * ratios go up and down. */
static void set_exponent(const Chain *c, Trend *t) {
  u32 last = c->n - 1;
  double cost = (double)(c->at[last].cost - t->start_up), least = INFINITY;
  if (is_step(c, t)) {
    t->exponent =
        log2(t->ratio[0]) / log2((double)c->at[last - 1].size / (double)c->at[last - 2].size);
    return;
  }
  bool is_wave = goes_up_and_down(c, t);
  t->is_uneven = is_wave || is_doubtful(c, t);
  for (u32 i = last; i-- > 0 && c->at[i].cost > t->start_up;) {
    double power = log2(cost / (double)(c->at[i].cost - t->start_up)) /
                   log2((double)c->at[last].size / (double)c->at[i].size);
    if (is_wave || t->is_uneven == (i + 1 < last)) least = fmin(least, power);
    if (!t->is_uneven || (is_wave && i + TREND_SIZES == last)) break;
  }
  bool differ_much = (t->is_uneven && t->ratio[1] > too_uneven * t->ratio[0]) ||
                     (!c->at[last].proven && t->ratio[0] > too_uneven * t->ratio[1]);
  t->exponent = differ_much ? (double)NAN : least;
  t->is_short_of = !c->at[last].proven && t->ratio[0] > falls_short * t->ratio[1];
}

static void set_ratios(const Chain *c, i64 start_up, Trend *t) {
  for (u32 i = 0; i < TREND_SIZES - 1; i++) {
    t->ratio[i] = ratio_at(c, c->n - TREND_SIZES + i + 1, start_up);
  }
  t->is_falling = c->n > TREND_SIZES && t->ratio[1] < slowing * t->ratio[0] &&
                  t->ratio[0] < slowing * ratio_at(c, c->n - TREND_SIZES, start_up);
  t->start_up = start_up;
  set_exponent(c, t);
}

/* Each doubling adds about the same, as log N does: that is never more than there was. */
static bool adds_the_same(const Chain *c) {
  double last = added(c, c->n - 1), before = added(c, c->n - 2);
  bool is_same = last >= log_least * before && last <= log_most * before;
  bool was_same = c->n == TREND_SIZES || added(c, c->n - 3) >= log_least * log_least * before;
  return is_same && was_same && before <= (double)c->at[c->n - 3].cost;
}

/* Costs that are proven may fall, as those of padding do. */
static bool falls(const Chain *c) {
  bool are_proven = true;
  for (u32 i = 0; i < TREND_SIZES; i++) are_proven &= c->at[c->n - 1 - i].proven;
  return are_proven && added(c, c->n - 1) < 0 && added(c, c->n - 2) <= 0;
}

static Trend find_doublings(const Chain *c, const GrowthPoint *least) {
  Trend t = {0};
  if (c->n < TREND_SIZES) return t;
  double last = added(c, c->n - 1), before = added(c, c->n - 2);
  for (u32 i = 0; i < TREND_SIZES; i++) t.size[i] = c->at[c->n - TREND_SIZES + i].size;
  if (falls(c)) {
    t.kind = TREND_FALLS;
    for (u32 i = 0; i < TREND_SIZES - 1; i++) t.ratio[i] = ratio_at(c, c->n - 2 + i, 0);
  }
  if (last < 0 || before < 0) return t;
  t.class = find_class(c);
  t.step = last;
  t.adds_more = holding * last > before;
  set_ratios(c, find_start_up(c, least), &t);
  t.kind = last == 0                                      ? TREND_FLAT
           : adds_the_same(c)                             ? TREND_ADDS
           : isfinite(t.ratio[0]) && isfinite(t.ratio[1]) ? TREND_MULTIPLIES
                                                          : TREND_NONE;
  if (t.kind == TREND_FLAT) t.class = NULL;
  if (trend_is_nearly_flat(&t)) t.exponent = NAN;
  return t;
}

/* ---- what steps do ------------------------------------------------------------------------------- */

typedef double StepValue(const GrowthPoint *at, u32 i);

static double cost_of(const GrowthPoint *at, u32 i) { return (double)at[i].cost; }

/* What a step adds, which has no start-up cost in it. */
static double rise_of(const GrowthPoint *at, u32 i) {
  return i ? (double)(at[i].cost - at[i - 1].cost) : 0;
}

/* Does each step of one in the upper half of the sizes in a row multiply these values by a factor that does not
 * shrink?  Those of a power of N shrink. */
static bool is_even(const GrowthPoint *at, u32 first, u32 last, StepValue *value,
                    double least_factor) {
  double before = least_factor;
  for (u32 i = first; i < last; i++) {
    double factor = value(at, i) > 0 ? value(at, i + 1) / value(at, i) : 0;
    if (factor < before * even || factor < least_factor) return false;
    before = factor;
  }
  return true;
}

/* What people call exponential. */
static Trend find_steps(const GrowthPoint *at, u32 n) {
  Trend t = {0};
  u32 last = 0;
  while (last + 1 < n && at[last + 1].size == at[last].size + 1) last++;
  u32 first = last / 2;
  if (last - first < MIN_STEPS) return t;
  if (!is_even(at, first, last, cost_of, clear_step) &&
      !is_even(at, first, last, rise_of, clear_rise))
    return t;
  t = (Trend){.kind = TREND_STEPS,
              .size = {at[first].size, at[last].size},
              .ratio = {INFINITY, 0},
              .is_short = last + 1 < MIN_EXPONENTIAL};
  for (u32 i = first; i < last; i++) {
    double factor = cost_of(at, i + 1) / cost_of(at, i);
    t.ratio[0] = fmin(t.ratio[0], factor);
    t.ratio[1] = fmax(t.ratio[1], factor);
  }
  return t;
}

/* ---- public -------------------------------------------------------------------------------------- */

/* Did runs end at a larger size that cost as much as what was given up here?  Then that is as good as found. */
static bool is_passed(const GrowthPoint *at, u32 n, u32 i) {
  for (u32 k = i + 1; k < n; k++)
    if (!at[k].is_cut && at[k].cost >= at[i].cost) return true;
  return false;
}

/* A size at which runs were given up, or the last if it costs less than one before it, says how far the search came. */
static u32 keep_searched(const GrowthPoint *at, u32 n, GrowthPoint *ret) {
  u32 n_kept = 0;
  for (u32 i = 0; i < n; i++)
    if (!at[i].is_cut || is_passed(at, n, i)) ret[n_kept++] = at[i];
  i64 most = 0;
  for (u32 i = 0; i + 1 < n_kept; i++) most = MAX(most, ret[i].cost);
  bool falls = n_kept > TREND_SIZES && ret[n_kept - 1].cost < most;
  if (falls && !ret[n_kept - 1].proven) n_kept--;
  return n_kept;
}

static Trend find_trend(const GrowthPoint *at, u32 n, bool is_cut) {
  if (!n) return (Trend){0};
  Trend steps = find_steps(at, n);
  /* Sizes that go on in steps of one to the last that ended: doublings would say less. */
  if (steps.kind == TREND_STEPS && (is_cut || steps.size[1] == at[n - 1].size)) return steps;
  Chain chain = find_chain(at, n);
  Trend last = find_doublings(&chain, &at[0]);
  if (!is_cut && last.kind == TREND_NONE) return steps.kind == TREND_NONE ? last : steps;
  /* Where a larger size was given up, costs that hardly rise say that the search came no further. */
  for (u32 end = n; is_cut && end; end--) {
    chain = find_chain(at, end);
    Trend t = find_doublings(&chain, &at[0]);
    bool is_slowing = t.kind == TREND_MULTIPLIES && t.ratio[1] < slowing * t.ratio[0];
    if (t.kind != TREND_NONE && t.kind != TREND_FLAT && !is_slowing) return t;
    if (last.kind == TREND_NONE) last = t;
  }
  return last;
}

Trend trend_find(const GrowthPoint *at, u32 n) {
  GrowthPoint *searched = mem_new(MAX(n, 1u) * sizeof *searched);
  Trend t = find_trend(searched, keep_searched(at, n, searched), n && at[n - 1].is_cut);
  mem_free(searched);
  return t;
}

bool trend_is_slowing(const Trend *t) {
  return t->kind == TREND_MULTIPLIES && t->ratio[1] < holding * t->ratio[0];
}

bool trend_is_nearly_flat(const Trend *t) {
  return t->kind == TREND_MULTIPLIES && t->ratio[0] < hardly && t->ratio[1] < hardly;
}

bool trend_is_exponential(const Trend *t) { return t->kind == TREND_STEPS && !t->is_short; }

double trend_power(const Trend *t) {
  switch (t->kind) {
  case TREND_NONE:
    break;
  case TREND_FLAT:
  case TREND_FALLS:
  case TREND_ADDS:
    return 0;
  case TREND_MULTIPLIES:
    return trend_is_nearly_flat(t) ? (double)NAN : t->exponent;
  case TREND_STEPS:
    return t->is_short ? NAN : INFINITY;
  }
  return NAN;
}
