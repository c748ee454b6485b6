/* claims_test.c — what is claimed of growth against what is true: series of known classes with start-up
 * costs, steps, two phases and small sizes of another regime, as an imperfect search would find them.
 * A class that is named is right; a power of N is never clearly higher than the true one. */
#include "unit/growth/growth_series.h"

#include "base/rng.h"

#include <stdlib.h>

/* ---- what is true ------------------------------------------------------------------------------------ */

/* The parameters of a series: coefficients, a threshold. */
typedef struct Shape {
  double a, b, c;
  i64 k;
} Shape;

typedef struct Truth {
  const char *classes; /* that may be named, each between two bars */
  double (*cost)(double n, const Shape *s);
} Truth;

static double log_of(double n) { return floor(log2(n)); }

static double constant(double n, const Shape *s) {
  (void)n;
  return s->c;
}
static double logarithm(double n, const Shape *s) { return s->a * log_of(n) + s->c; }
static double root(double n, const Shape *s) { return s->a * floor(sqrt(n)) + s->c; }
static double linear(double n, const Shape *s) { return s->a * n + s->c; }
static double linear_log(double n, const Shape *s) { return s->a * n + s->b * log_of(n) + s->c; }
static double linear_steps(double n, const Shape *s) {
  return s->a * 8 * floor(n / (double)s->k) + s->b * n + s->c;
}
static double merge_sort(double n, const Shape *s) {
  return s->a * n * log_of(n) + s->b * n + s->c;
}
static double smooth_sort(double n, const Shape *s) { return s->a * n * log2(n) + s->b * n + s->c; }
static double square(double n, const Shape *s) { return s->a * n * n + s->b * n + s->c; }
static double triangle(double n, const Shape *s) {
  return s->a * n * (n - 1) / 2 + s->b * n + s->c;
}
static double square_log(double n, const Shape *s) {
  return s->a * n * n * log_of(n) + s->b * n + s->c;
}
static double root_times(double n, const Shape *s) {
  return s->a * n * floor(sqrt(n)) + s->b * n + s->c;
}
static double cube(double n, const Shape *s) { return s->a * n * n * n + s->b * n * n + s->c; }
static double fourth_power(double n, const Shape *s) {
  return s->a * n * n * n * n + s->b * n * n + s->c;
}

/* A buffer that doubles, one that grows by k, copies. */
static double amortised(double n, const Shape *s) {
  double copied = 0;
  for (double room = 4; room < n; room *= 2) copied += room;
  return s->a * n + s->b * copied + s->c;
}
static double grown_by_k(double n, const Shape *s) {
  double copied = 0;
  for (double room = (double)s->k; room < n; room += (double)s->k) copied += room;
  return s->a * n + (s->a + s->b) * copied + s->c;
}

/* Elements that fit a table of k, or are inserted one by one below k, and what happens above. */
static double full_table(double n, const Shape *s) {
  return s->a * fmin(n, (double)s->k) * n + s->b * n + s->c;
}
static double sort_above(double n, const Shape *s) {
  return n < (double)s->k ? s->a * n * n / 4 + s->b * n + s->c
                          : s->a * (double)s->k * n / 4 + s->a * n * ceil(log2(n / (double)s->k)) +
                                s->b * n + s->c;
}
static double square_above(double n, const Shape *s) {
  double over = fmax(0, n - (double)s->k);
  return s->a * n + (s->a + s->b) * over * over + s->c;
}
static double digits(double n, const Shape *s) {
  double sum = 0;
  for (double i = 1; i <= n; i++) sum += floor(log10(i)) + 1;
  return s->a * sum + s->b * n + s->c;
}

/* Levels of levels, sorting networks, products of long numbers, of which the smallest are made plainly. */
static double log_square(double n, const Shape *s) {
  return s->a * log_of(n) * (log_of(n) + 1) / 2 + s->b * log_of(n) + s->c;
}
static double network(double n, const Shape *s) {
  return s->a * n * log_of(n) * (log_of(n) + 1) / 2 + s->b * n + s->c;
}
static double three_halves_of(double n, const Shape *s) {
  return n <= (double)s->k ? s->a * n * n + s->b * n + s->c
                           : 3 * three_halves_of(ceil(n / 2), s) + s->b * n;
}
static double eighth_parts(double n, const Shape *s) {
  return n < 2 ? s->c : 7 * eighth_parts(floor(n / 2), s) + s->a * n * n;
}

/* A buffer that grows by half. */
static double grown_by_half(double n, const Shape *s) {
  double copied = 0;
  for (double room = (double)s->k; room < n; room += floor(room / 2)) copied += room;
  return s->a * n + (s->a + s->b / 8) * copied + s->c;
}

/* Two arrays, blocks of k, odd sizes that are left out, what is filled up to a fixed size. */
static double half_as_many(double n, const Shape *s) {
  return s->a * n * floor(n / 2) + s->b * n + s->c;
}
static double blocks(double n, const Shape *s) { return s->a * 9 * floor(n / (double)s->k) + s->c; }
static double squares_of_blocks(double n, const Shape *s) {
  double m = floor(n / (double)s->k);
  return s->a * m * m + s->b * n + s->c;
}
static double even_only(double n, const Shape *s) {
  return fmod(n, 2) != 0 ? s->b * n + s->c : s->a * n * n + s->b * n + s->c;
}
static double filled_up(double n, const Shape *s) {
  return s->a * fmax(0, 20 * (double)s->k - n) + s->c;
}
static double nothing(double n, const Shape *s) {
  (void)n, (void)s;
  return 0;
}

static double power(double n, const Shape *s) { return s->a * exp2(n) + s->b * n + s->c; }
static double small_power(double n, const Shape *s) { return s->a * pow(1.6, n) + s->b * n + s->c; }
static double factorial(double n, const Shape *s) { return s->a * tgamma(n + 1) + s->b * n + s->c; }
/* All subsets of at most k. */
static double power_ends(double n, const Shape *s) {
  return s->a * exp2(fmin(n, (double)s->k)) + s->b * n + s->c;
}

static const Truth truths[] = {
    {"|1|", constant},
    {"|log n|", logarithm},
    {"|sqrt n|", root},
    {"|n|", linear},
    {"|n|", linear_log},
    {"|n|", linear_steps},
    {"|n log n|", merge_sort},
    {"|n log n|", smooth_sort},
    {"|n^2|", square},
    {"|n^2|", triangle},
    {"|n^2 log n|", square_log},
    {"|n sqrt n|", root_times},
    {"|n^3|", cube},
    {"|n^4|", fourth_power},
    {"|n|", amortised},
    {"|n^2|", grown_by_k},
    {"|n|", full_table},
    {"|n log n|", sort_above},
    {"|n^2|", square_above},
    {"|n|n log n|", digits},
    {"|c^n|", power},
    {"|c^n|", small_power},
    {"|n!|c^n|", factorial},
    {"|n|1|", power_ends},
    {"|log^2 n|", log_square},
    {"|n log^2 n|", network},
    {"|n^1.58|", three_halves_of},
    {"|n^2.81|", eighth_parts},
    {"|n^2|", half_as_many},
    {"|n|", blocks},
    {"|n^2|", squares_of_blocks},
    {"|n^2|", even_only},
    {"|n|", grown_by_half},
    {"|1|", filled_up},
    {"|1|", nothing},
};

/* ---- what is found ----------------------------------------------------------------------------------- */

typedef enum Shortfall {
  FOUND_ALL,
  SLIGHT,    /* a few per cent here and there */
  ONE_BAD,   /* one size was searched badly */
  WORSENING, /* the larger the size, the worse */
  N_SHORTFALLS
} Shortfall;

typedef struct Case {
  const Truth *truth;
  Shape shape;
  Shortfall shortfall;
  Series series;
} Case;

static double uniform(Rng *r, double low, double high) {
  return low + (high - low) * (double)rng_below(r, 1u << 30) / (1u << 30);
}

static double part_found(Rng *r, const Case *c, u32 index, u32 bad, double how_bad, i64 n) {
  switch (c->shortfall) {
  case SLIGHT:
    return 1 - uniform(r, 0, 0.1 * how_bad);
  case ONE_BAD:
    return index == bad ? 1 - 0.7 * how_bad : 1;
  case WORSENING:
    return pow((double)n / 8, -0.6 * how_bad);
  case FOUND_ALL:
  case N_SHORTFALLS:
    break;
  }
  return 1;
}

/* Proven sizes from 1 on, then a ladder; runs of too many instructions are given up. */
static Case random_case(Rng *r) {
  static const double most = 7e7;
  Case c = {.truth = &truths[rng_below(r, ARRAY_LEN(truths))],
            .shortfall = (Shortfall)rng_below(r, N_SHORTFALLS)};
  c.shape = (Shape){.a = 3 + (double)rng_below(r, 60),
                    .b = rng_chance(r, 3) ? 1 : 1 + (double)rng_below(r, 200),
                    .c = rng_chance(r, 3) ? (double)rng_below(r, 9000) : (double)rng_below(r, 150),
                    .k = 1ll << (2 + rng_below(r, 3))};
  if (rng_chance(r, 2) && c.shape.k < 16) c.shape.k += (i64)rng_below(r, 5);
  i64 n_proven = (i64)rng_below(r, 10), first = rng_chance(r, 2) ? 16 : 25;
  u32 n_doublings = 2 + (u32)rng_below(r, 3), bad = (u32)rng_below(r, n_doublings + 1);
  double how_bad = uniform(r, 0, 1), least = c.truth->cost(1, &c.shape);
  for (i64 n = 1; n <= (n_proven ? 8 : 0); n++) {
    double cost = c.truth->cost((double)n, &c.shape),
           found = least + (cost - least) * part_found(r, &c, UINT32_MAX, bad, how_bad / 4, 8 + n);
    if (cost < most) add(&c.series, n, (i64)(n <= n_proven ? cost : floor(found)), n <= n_proven);
  }
  for (u32 i = 0; i <= n_doublings; i++) {
    i64 n = first << i;
    double cost = c.truth->cost((double)n, &c.shape);
    bool is_cut = cost >= most;
    double found = least + (cost - least) * part_found(r, &c, i, bad, how_bad, n);
    add(&c.series, n, (i64)floor(fmin(found, most)), false);
    c.series.at[c.series.n - 1].is_cut = is_cut;
  }
  return c;
}

/* ---- claims ------------------------------------------------------------------------------------------ */

static bool is_accepted(const Truth *t, const char *class) {
  cleanup(text_free) Text name = {0};
  char *end;
  double base = strtod(class, &end);
  text_addf(&name, "|%s|", base > 0 && !strcmp(end, "^n") ? "c^n" : class);
  return strstr(t->classes, text_c(&name)) != NULL;
}

static bool is_exponential(const Truth *t) { return strstr(t->classes, "c^n") != NULL; }

/* The power of N between two sizes; what every input costs is taken off. */
static double true_power(const Case *c, i64 size) {
  double least = c->truth->cost(1, &c->shape) - c->shape.a - c->shape.b, n = (double)size;
  least = fmax(least, 0);
  return log2((c->truth->cost(n, &c->shape) - least) /
              fmax(1, c->truth->cost(n / 2, &c->shape) - least));
}

/* Of a class of trends. */
static double class_power(const char *class, double n) {
  double before = n / 2, factor = 1;
#define TREND_CLASS(id, name, rare, main, f, g) \
  if (!strcmp(class, name)) {                   \
    double at = n;                              \
    n = before;                                 \
    factor = 1 / (f);                           \
    n = at;                                     \
    factor *= (f);                              \
  }
#include "growth/trend_classes.def"
#undef TREND_CLASS
  return log2(factor);
}

static const char *wrong_claim(const Case *c, const Growth *g) {
  const double close = 0.25;
  double n = (double)c->series.at[c->series.n - 1].size;
  if (g->class && !is_accepted(c->truth, g->class) &&
      (g->kind == GROWTH_EXACT || strchr(g->class, '!') || strstr(g->class, "^n") ||
       (!is_exponential(c->truth) && class_power(g->class, n) > true_power(c, (i64)n) + 0.1)))
    return "class";
  if (g->class || g->law) return NULL;
  if (g->trend.kind == TREND_STEPS && !is_exponential(c->truth) && c->truth->cost != power_ends)
    return "steps";
  if (g->trend.kind == TREND_MULTIPLIES && !is_exponential(c->truth) &&
      g->trend.exponent > true_power(c, g->trend.size[2]) + close)
    return "power";
  if (g->trend.kind == TREND_ADDS && !g->trend.adds_more && c->shortfall == FOUND_ALL &&
      !strstr(c->truth->classes, "|log n|") && true_power(c, g->trend.size[2]) > close)
    return "log";
  if (g->trend.kind == TREND_FALLS && c->truth->cost != filled_up) return "fall";
  return NULL;
}

typedef struct Count {
  u32 n_wrong, n_exact_wrong, n_nothing, n_named;
} Count;

static void count_claim(const Case *c, Count *io) {
  Growth g;
  growth_fit(c->series.at, c->series.n, &g);
  const char *wrong = wrong_claim(c, &g);
  io->n_nothing += g.kind == GROWTH_UNKNOWN && c->truth->cost != filled_up;
  io->n_named += g.class != NULL;
  io->n_wrong += wrong != NULL;
  io->n_exact_wrong += wrong && g.kind == GROWTH_EXACT;
  if (wrong) {
    cleanup(text_free) Text t = {0};
    growth_print(&g, "instructions", &t);
    for (u32 i = 0; i < c->series.n; i++)
      text_addf(&t, " %ld=%ld", (long)c->series.at[i].size, (long)c->series.at[i].cost);
    print_message("# %s of %s: %s\n", wrong, c->truth->classes, text_c(&t));
  }
  growth_done(&g);
}

/* A search that fails at one size only can make any series of another, so a few powers are too high. */
static void test_claims(void **unused) {
  (void)unused;
  enum { RARE = 400 };
  Rng r = {17};
  Count all = {0};
  u32 n = ROUNDS(3000);
  for (u32 i = 0; i < n; i++) {
    Case c = random_case(&r);
    count_claim(&c, &all);
  }
  print_message("# of %u: %u wrong, %u of them exact, %u without growth, %u named\n", n,
                all.n_wrong, all.n_exact_wrong, all.n_nothing, all.n_named);
  assert_int_equal(all.n_exact_wrong, 0);
  assert_true(all.n_wrong <= n / RARE);
  assert_true(all.n_nothing <= n / 20 && all.n_named >= n / 4);
}

/* Without a fault of the search nothing is wrong. */
static void test_claims_of_a_perfect_search(void **unused) {
  (void)unused;
  Rng r = {23};
  Count all = {0};
  for (u32 i = 0; i < ROUNDS(3000); i++) {
    Case c = random_case(&r);
    if (c.shortfall == FOUND_ALL) count_claim(&c, &all);
  }
  assert_int_equal(all.n_wrong, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_claims),
      cmocka_unit_test(test_claims_of_a_perfect_search),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
