/* growth.c — decides which points say what about growth.
 *
 * First a law is looked for through the proven costs, then one through the best found.  Costs that
 * were not fitted check it: one above a law refutes it, one below says that the search fell short.
 * The trend stands beside it.  cost_choose.c chooses laws, trend.c compares doublings, and
 * growth_text.c puts the result into words.
 */
#include "growth/growth.h"

#include "growth/cost_choose.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static const double nearly =
    0.9; /* of what a law predicts: below that it may be one of small sizes */

/* ---- sets of points ------------------------------------------------------ */

typedef struct GrowthPoints {
  VEC(i64) size, cost;
} GrowthPoints;

static void points_add(GrowthPoints *s, const GrowthPoint *p) {
  vec_push(&s->size, p->size);
  vec_push(&s->cost, p->cost);
}

static void points_done(GrowthPoints *s) {
  vec_free(&s->size);
  vec_free(&s->cost);
}

static CostPoints points_of(const GrowthPoints *s) {
  return (CostPoints){s->size.at, s->cost.at, s->size.n};
}

static void add_points(const GrowthPoint *at, u32 n, bool proven, GrowthPoints *io) {
  for (u32 i = 0; i < n; i++)
    if (at[i].proven == proven) points_add(io, &at[i]);
}

/* The sizes that are evenly spaced at the beginning, a ladder. */
static u32 n_ladder(const GrowthPoint *at, u32 n) {
  u32 k = MIN(n, 2);
  while (k < n && at[k].size - at[k - 1].size == at[1].size - at[0].size) k++;
  return k;
}

/* ---- laws ---------------------------------------------------------------- */

/* What laws must not contradict: costs that were found. */
typedef struct FoundCosts {
  const GrowthPoint *at;
  u32 n;
  Growth *tell; /* keeps the first law that was refuted */
} FoundCosts;

static void add_rational(const mpq_t value, Text *t) {
  cleanup(freep) char *digits =
      mem_new(mpz_sizeinbase(mpq_numref(value), 10) + mpz_sizeinbase(mpq_denref(value), 10) + 3);
  text_add(t, mpq_get_str(digits, 10, value));
}

static void tell_refuted(const CostLaw *l, const char *through, const mpq_t predicted,
                         const GrowthPoint *p, Growth *g) {
  Text t = {0};
  cleanup(text_free) Text digits = {0}, class = {0};
  if (!g || g->refuted) return;
  CostOrder order = cost_law_order(l);
  cost_order_print(&order, &class);
  text_add(&t, !strcmp(text_c(&class), "1") ? "a constant " : "");
  cost_law_print(l, &t);
  text_addf(&t, " goes through %s, and gives ", through);
  add_rational(predicted, &digits);
  text_add_digits(&t, text_c(&digits));
  text_add(&t, " at N=");
  text_add_count(&t, (u64)p->size);
  text_add(&t, ", where ");
  text_add_count(&t, (u64)p->cost);
  text_add(&t, p->proven ? " is proven" : " was found");
  g->refuted = t.at;
}

/* Above it, or below and proven. */
static bool is_refuted(const void *self, const CostLaw *l) {
  const FoundCosts *b = self;
  bool refuted = false;
  mpq_t value;
  mpq_init(value);
  for (u32 i = 0; i < b->n && !refuted; i++) {
    if (!cost_law_at(l, b->at[i].size, value)) continue;
    int order = mpq_cmp_si(value, b->at[i].cost, 1);
    refuted = order < 0 || (order > 0 && b->at[i].proven);
    if (refuted) tell_refuted(l, "the proven sizes", value, &b->at[i], b->tell);
  }
  mpq_clear(value);
  return refuted;
}

static bool choose_law(const GrowthPoints *s, const GrowthPoint *at, u32 n, Growth *tell,
                       CostLaw *ret) {
  CostPoints points = points_of(s);
  FoundCosts bounds = {at, n, tell};
  return cost_choose(&points, &(CostVeto){is_refuted, &bounds}, ret);
}

static void add_check(Growth *g, const GrowthPoint *p) {
  Text predicted = {0}, found = {0};
  if (!growth_predict(g, p->size, &predicted)) return;
  text_addf(&found, "%" PRId64, p->cost);
  GrowthCheck c = {.size = p->size, .predicted = predicted.at, .found = p->cost};
  c.met = !strcmp(text_c(&predicted), text_c(&found)); /* what exceeds a law refutes it */
  text_free(&found);
  vec_push(&g->checks, c);
}

/* Then the law may be one of small sizes: a cache that fills, a sort that changes its algorithm. */
static bool is_far_short(const Growth *g) {
  for (u32 i = 0; i < g->checks.n; i++)
    if ((double)g->checks.at[i].found < nearly * strtod(g->checks.at[i].predicted, NULL))
      return true;
  return false;
}

/* The law was made from the first `n_fitted` points, or from the proven ones; the others check it. */
static void take_law(CostLaw *l, const GrowthPoint *at, u32 n, u32 n_fitted, Growth *g) {
  Text words = {0}, class = {0};
  CostOrder order = cost_law_order(l);
  g->law = mem_dup(l, sizeof *l);
  cost_law_print(l, &words);
  cost_order_print(&order, &class);
  g->class = class.at;
  g->power = order.base > 1 || order.is_factorial ? INFINITY : order.degree;
  if (g->kind == GROWTH_EXACT)
    g->exact = words.at;
  else
    g->at_least = words.at;
  g->from = l->from;
  g->late = l->from > at[0].size;
  g->coefficient = cost_law_leading(l);
  for (u32 i = 0; i < n; i++) {
    bool is_fitted = g->kind == GROWTH_EXACT ? at[i].proven : i < n_fitted;
    if (at[i].size < l->from) continue;
    if (!is_fitted && !at[i].is_cut) add_check(g, &at[i]);
    if (!is_fitted || at[i].is_cut) continue;
    if (!g->n_sizes++) g->first = at[i].size;
    g->last = at[i].size;
    g->n_proven += at[i].proven;
  }
  if (is_far_short(g)) g->class = mem_free(g->class);
  u32 n_free = MIN(l->n_free, g->n_sizes);
  g->n_spare = g->n_sizes - n_free;
}

static bool find_exact(const GrowthPoint *at, u32 n, Growth *g) {
  GrowthPoints proven = {0};
  CostLaw law;
  add_points(at, n, true, &proven);
  if (choose_law(&proven, at, n, g, &law)) {
    g->kind = GROWTH_EXACT;
    mem_free(g->refuted);
    g->refuted = NULL;
    take_law(&law, at, n, 0, g);
  }
  points_done(&proven);
  return g->kind == GROWTH_EXACT;
}

static bool is_exponential(const CostLaw *l) {
  CostOrder order = cost_law_order(l);
  return order.base > 1 || order.is_factorial;
}

/* A law of small sizes that larger ones fall far short of is no lower bound of theirs.  Says so. */
static bool ends_early(const CostLaw *l, const GrowthPoint *at, u32 n, Growth *g) {
  bool is_short = false;
  mpq_t value;
  mpq_init(value);
  for (u32 i = 0; i < n && !is_short; i++) {
    if (at[i].is_cut || !cost_law_at(l, at[i].size, value)) continue;
    is_short = (double)at[i].cost < nearly * mpq_get_d(value);
    if (is_short) tell_refuted(l, "what was found at smaller sizes", value, &at[i], g);
  }
  mpq_clear(value);
  return is_short;
}

/* Through all costs, or those of the ladder if the others do not exceed it. */
static bool find_lower_bound(const GrowthPoint *at, u32 n, Growth *g) {
  u32 sets[] = {n, n_ladder(at, n)};
  for (u32 i = 0; i < ARRAY_LEN(sets) && !g->law; i++) {
    GrowthPoints some = {0};
    CostLaw law;
    for (u32 k = 0; k < sets[i]; k++)
      if (!at[k].is_cut) points_add(&some, &at[k]);
    bool has_law = choose_law(&some, at, n, NULL, &law);
    bool has_other = g->trend.kind != TREND_NONE;
    if (has_law && ((is_exponential(&law) && some.size.n < MIN_EXPONENTIAL) ||
                    (has_other && ends_early(&law, at, n, g)))) {
      cost_law_done(&law);
    } else if (has_law) {
      g->kind = GROWTH_AT_LEAST;
      take_law(&law, at, n, sets[i], g);
    }
    points_done(&some);
  }
  return g->law != NULL;
}

/* ---- what was found ------------------------------------------------------ */

static void find_dips(const GrowthPoint *at, u32 n, Growth *g) {
  const GrowthPoint *most = NULL;
  for (u32 i = 0; i < n; i++) {
    if (at[i].is_cut) continue; /* it may cost any more */
    if (most && !at[i].proven && at[i].cost < most->cost)
      vec_push(&g->dips, ((GrowthDip){.at = at[i], .before = *most}));
    if (!most || at[i].cost >= most->cost) most = &at[i];
  }
}

static void find_ends(const GrowthPoint *at, u32 n, Growth *g) {
  for (u32 i = 0; i < n; i++) {
    if (at[i].proven && !g->first_proven) g->first_proven = at[i].size;
    if (at[i].proven) g->last_proven = at[i].size;
    if (!at[i].is_cut || g->cut_size) continue;
    g->cut_size = at[i].size;
    g->cut_cost = at[i].cost;
  }
}

static char *say(const char *fmt, ...) printf_like(1, 2);
static char *say(const char *fmt, ...) {
  Text t = {0};
  va_list args;
  va_start(args, fmt);
  text_addv(&t, fmt, args);
  va_end(args);
  return t.at;
}

static void tell_why(const GrowthPoint *at, u32 n, Growth *g) {
  u32 n_cut = 0;
  for (u32 i = 0; i < n; i++) n_cut += at[i].is_cut;
  if (g->cut_size && n < TREND_SIZES + n_cut)
    g->why = say("runs were given up at most sizes");
  else if (g->dips.n)
    g->why = say("the costs found fall with N");
  else if (n < TREND_SIZES)
    g->why = say("%u size%s not show it; three that double do, such as --size 16,32,64", n,
                 n == 1 ? " does" : "s do");
  else if (g->trend.size[0])
    g->why = say("the costs are too uneven when N doubles");
  else if (n_cut)
    g->why = say("runs were given up at %u of %u sizes, and the others do not show it", n_cut, n);
  else
    g->why = say("these sizes do not show it; three that double do, such as --size 16,32,64");
}

/* ---- public -------------------------------------------------------------- */

void growth_fit(const GrowthPoint *at, u32 n, Growth *ret) {
  *ret = (Growth){.coefficient = NAN, .power = NAN};
  find_dips(at, n, ret);
  find_ends(at, n, ret);
  ret->trend = trend_find(at, n);
  if (n && find_exact(at, n, ret)) return;
  if (!n || !find_lower_bound(at, n, ret)) {
    ret->kind = ret->trend.kind == TREND_NONE ? GROWTH_UNKNOWN : GROWTH_TREND;
    if (ret->kind == GROWTH_UNKNOWN) tell_why(at, n, ret);
  }
  if (ret->kind == GROWTH_TREND) ret->power = trend_power(&ret->trend);
  if (!ret->class && ret->trend.class) ret->class = text_dup(ret->trend.class);
}

bool growth_value(const Growth *g, i64 size, u64 *ret) {
  if (g->kind != GROWTH_EXACT) return false;
  mpq_t value;
  mpq_init(value);
  bool fits = cost_law_at(g->law, size, value) && mpq_sgn(value) >= 0 &&
              mpz_cmp_ui(mpq_denref(value), 1) == 0 && mpz_fits_ulong_p(mpq_numref(value));
  if (fits) *ret = mpz_get_ui(mpq_numref(value));
  mpq_clear(value);
  return fits;
}

bool growth_predict(const Growth *g, i64 size, Text *t) {
  if (!g->law) return false;
  mpq_t value;
  mpq_init(value);
  bool is_known = cost_law_at(g->law, size, value);
  if (is_known) add_rational(value, t);
  mpq_clear(value);
  return is_known;
}

void growth_done(Growth *g) {
  if (g->law) cost_law_done(g->law);
  for (u32 i = 0; i < g->checks.n; i++) mem_free(g->checks.at[i].predicted);
  vec_free(&g->checks);
  vec_free(&g->dips);
  mem_free(g->law);
  mem_free(g->exact);
  mem_free(g->at_least);
  mem_free(g->refuted);
  mem_free(g->class);
  mem_free(g->why);
  *g = (Growth){0};
}
