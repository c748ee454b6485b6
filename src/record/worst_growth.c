/* worst_growth.c — fits the costs of a report and copies the result into it as plain data.
 *
 * Small sizes that were searched completely count as well, even if the user did not ask for them.
 * A cost that a formula predicted does not, unless a native run confirmed it.  Instructions are
 * fitted, too: if they grow faster than the cost, the program does work that the cost does not see,
 * and the report says so.
 */
#include "record/worst_growth.h"

#include "growth/growth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CURVE_POINTS = 100 };

typedef VEC(GrowthPoint) GrowthPointVec;

static void add_curve(const Growth *g, const GrowthPointVec *points, WorstGrowth *ret) {
  i64 first = points->at[0].size, span = vec_last(points).size - first;
  i64 last_size = -1;
  for (i64 k = 0; k <= CURVE_POINTS; k++) {
    i64 size = first + span * k / CURVE_POINTS;
    cleanup(text_free) Text cost = {0};
    if (size == last_size || !growth_predict(g, size, &cost)) continue;
    vec_push(&ret->curve, ((WorstPoint){(double)size, strtod(text_c(&cost), NULL)}));
    last_size = size;
  }
}

static void add_checks(const Growth *g, WorstReport *r) {
  for (u32 i = 0; i < g->checks.n; i++)
    vec_push(&r->growth.checked,
             ((WorstChecked){.size = (u64)g->checks.at[i].size,
                             .predicted = worst_report_keep(r, g->checks.at[i].predicted),
                             .found = (u64)g->checks.at[i].found,
                             .met = g->checks.at[i].met}));
}

static const char *keep(WorstReport *r, const char *text) {
  return text ? worst_report_keep(r, text) : NULL;
}

static void add_trend(const Trend *t, WorstTrend *ret) {
  static const char *const kinds[] = {[TREND_FLAT] = "flat",
                                      [TREND_FALLS] = "falls",
                                      [TREND_ADDS] = "adds",
                                      [TREND_MULTIPLIES] = "multiplies",
                                      [TREND_STEPS] = "steps"};
  *ret = (WorstTrend){.kind = kinds[t->kind], .exponent = NAN};
  if (t->kind == TREND_NONE) return;
  for (u32 i = 0; i < ARRAY_LEN(t->size); i++)
    if (t->size[i]) vec_push(&ret->sizes, (u64)t->size[i]);
  for (u32 i = 0; i < ARRAY_LEN(t->ratio); i++) vec_push(&ret->ratios, t->ratio[i]);
  if (t->kind == TREND_MULTIPLIES) ret->exponent = t->exponent;
  ret->start_up = (u64)t->start_up;
  ret->class_name = t->class; /* static */
}

/* At the smallest size inputs cost so little and so much that N hardly matters: a loop whose end is an input. */
static bool add_values(const WorstReport *r, Text *to) {
  enum { TIMES = 1000, MANY = 1000 * 1000 };
  const WorstSize *s = &r->sizes.at[0];
  u64 most = MAX(s->cost, s->unended);
  if (!s->least || most < MANY || most / TIMES < s->least) return false;
  text_add(to, "values, more than N, drive the cost: at N=");
  text_add_count(to, s->size);
  text_add(to, " inputs cost from ");
  text_add_count(to, s->least);
  text_add(to, s->whole ? " to " : " to at least ");
  text_add_count(to, most);
  text_addf(to, " %s", r->unit);
  return true;
}

static void take_growth(WorstReport *r, const Growth *g) {
  cleanup(text_free) Text words = {0};
  bool has_values = add_values(r, &words);
  if (has_values && g->kind != GROWTH_UNKNOWN) text_add(&words, "; ");
  if (!has_values || g->kind != GROWTH_UNKNOWN) growth_print(g, r->unit, &words);
  r->growth = (WorstGrowth){.kind = growth_kind_name(g->kind),
                            .exact = keep(r, g->exact),
                            .at_least = keep(r, g->at_least),
                            .class_name = keep(r, g->class),
                            .has_from = g->law != NULL,
                            .from = (u64)g->from,
                            .n_sizes = g->n_sizes,
                            .n_proven = g->n_proven,
                            .n_spare = g->n_spare,
                            .coefficient = g->coefficient,
                            .text = keep(r, text_c(&words))};
  add_trend(&g->trend, &r->growth.trend);
}

/* A cost that is itself a formula's says nothing about growth, unless a native run counted it. */
static bool is_seen(const WorstSize *s) {
  return s->has_cost && (!s->predicted ||
                         (s->verified.native == VERDICT_CONFIRMED && s->verified.has_native_cost));
}

static void add_points(const WorstReport *r, GrowthPointVec *ret) {
  for (u32 i = 0; i < r->sizes.n; i++) {
    const WorstSize *s = &r->sizes.at[i];
    if (!is_seen(s) && !s->unended) continue;
    vec_push(ret,
             ((GrowthPoint){.size = (i64)s->size,
                            .cost = (i64)MIN(s->unended ? s->unended : s->cost, (u64)INT64_MAX),
                            .proven = s->whole && !s->unended,
                            .is_cut = s->unended > 0}));
  }
}

/* Did the search count another cost than the machine on some input?  Then what it proved is not certain. */
static bool is_corrected(const WorstReport *r) {
  bool found = false;
  for (u32 i = 0; i < r->sizes.n; i++) found |= r->sizes.at[i].verified.has_counted;
  return found;
}

/* Sizes that the user did not ask for, but that were searched completely. */
static void add_training_sizes(const Search *h, GrowthPointVec *io, WorstPointVec *ret) {
  for (u32 i = 0; i < h->others.n; i++) {
    const SizeSearch *t = h->others.at[i];
    bool is_known = false;
    for (u32 k = 0; k < io->n; k++) is_known |= io->at[k].size == (i64)t->size;
    if (is_known || !t->is_proven || !t->best.is_found) continue;
    vec_push(io, ((GrowthPoint){.size = (i64)t->size,
                                .cost = (i64)MIN(t->best.cost, (u64)INT64_MAX),
                                .proven = true}));
    vec_push(ret, ((WorstPoint){(double)t->size, (double)t->best.cost}));
  }
}

static int compare(const void *a, const void *b) {
  i64 x = ((const GrowthPoint *)a)->size, y = ((const GrowthPoint *)b)->size;
  return (x > y) - (x < y);
}

static const double clearly_faster = 0.5; /* powers of N apart */

/* Work that the cost does not see. */
static void compare_instructions(WorstReport *r, const Growth *cost) {
  GrowthPointVec points = {0};
  for (u32 i = 0; i < r->sizes.n; i++) {
    const WorstSize *s = &r->sizes.at[i];
    if (s->instructions)
      vec_push(&points, ((GrowthPoint){.size = (i64)s->size,
                                       .cost = (i64)MIN(s->instructions, (u64)INT64_MAX),
                                       .proven = s->whole}));
  }
  Growth work = {0};
  growth_fit(points.at, points.n, &work);
  if (work.power >= cost->power + clearly_faster) {
    cleanup(text_free) Text text =
        text_format("%s; on these inputs instructions grow faster", r->growth.text);
    if (isfinite(work.power)) text_addf(&text, ", about like N^%.3g", work.power);
    r->growth.text = worst_report_keep(r, text_c(&text));
  }
  growth_done(&work);
  vec_free(&points);
}

void worst_growth_add(WorstReport *r, const Search *h) {
  GrowthPointVec points = {0};
  add_points(r, &points);
  bool has_cost = false;
  for (u32 i = 0; i < r->sizes.n; i++) has_cost |= r->sizes.at[i].has_cost;
  WorstPointVec learned = {0};
  if (has_cost && !is_corrected(r)) add_training_sizes(h, &points, &learned);
  if (points.n) qsort(points.at, points.n, sizeof *points.at, compare);
  r->has_growth = points.n > 0;
  if (r->has_growth) {
    Growth g = {0};
    growth_fit(points.at, points.n, &g);
    take_growth(r, &g);
    r->growth.learned = learned;
    add_checks(&g, r);
    add_curve(&g, &points, &r->growth);
    if (h->config.cost != COST_WORK) compare_instructions(r, &g);
    growth_done(&g);
  }
  vec_free(&points);
}
