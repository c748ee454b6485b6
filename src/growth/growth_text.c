/* growth_text.c — how a cost grows, in words: what is proven first, then what the inputs found show. */
#include "growth/cost_law.h"
#include "growth/growth.h"

#include <math.h>

static const char *const kind_names[] = {
#define GROWTH_KIND(id, name) [GROWTH_##id] = name,
#include "growth/growth_kinds.def"
#undef GROWTH_KIND
};

/* "N log N": a class has n where a formula has N. */
static void add_class(const char *class, Text *t) {
  for (const char *c = class; *c; c++) text_add_char(t, *c == 'n' ? 'N' : *c);
}

static void add_count(const char *before, i64 n, Text *t) {
  text_add(t, before);
  if (n < 0) text_add_char(t, '-');
  text_add_count(t, n < 0 ? -(u64)n : (u64)n);
}

/* "sizes 1 to 8", "size 5", "4 sizes from 3 to 1,000" */
static void add_sizes(i64 first, i64 last, u32 n, Text *t) {
  if (first == last) {
    add_count("size ", first, t);
    return;
  }
  if (last - first + 1 == n)
    text_add(t, "sizes ");
  else
    text_addf(t, "%u sizes from ", n);
  add_count("", first, t);
  add_count(" to ", last, t);
}

/* ---- the law ------------------------------------------------------------------------------------- */

static void add_law(const Growth *g, const char *law, const char *unit, Text *t) {
  bool is_recurrence = !strncmp(law, "cost(N) = ", strlen("cost(N) = "));
  if (!cost_law_is_sum(g->law) && !is_recurrence) text_addf(t, "%s = ", unit);
  text_add(t, law);
  if (!cost_law_is_sum(g->law)) {
    text_add_char(t, ';');
    return;
  }
  text_add_char(t, ' ');
  text_add_unit(t, !strcmp(law, "1") ? 1 : 2, unit);
  text_add_char(t, ',');
}

/* The largest size at which the search found less than the law predicts; NULL: nowhere. */
static const GrowthCheck *last_short(const Growth *g) {
  for (u32 i = g->checks.n; i-- > 0;)
    if (!g->checks.at[i].met) return &g->checks.at[i];
  return NULL;
}

/* "at N=100 the search found 4,900 of the 4,950 that " */
static void add_lacking(const GrowthCheck *c, Text *t) {
  add_count("at N=", c->size, t);
  add_count(" the search found ", c->found, t);
  text_add(t, " of the ");
  text_add_digits(t, c->predicted);
  text_add(t, " that ");
}

static void add_checks(const Growth *g, Text *t) {
  const GrowthCheck *lacks = last_short(g);
  i64 last_met = 0;
  u32 n_met = 0, n_short = 0;
  for (u32 i = 0; i < g->checks.n; i++) {
    n_short += !g->checks.at[i].met;
    n_met += g->checks.at[i].met;
    if (g->checks.at[i].met) last_met = g->checks.at[i].size;
  }
  if (n_met) {
    add_count(n_met == 1 ? "; the input found at " : "; the inputs found up to ", last_met, t);
    text_add(t, n_met == 1 ? " follows it" : " follow it");
  }
  if (!lacks) return;
  text_add(t, "; ");
  add_lacking(lacks, t);
  text_addf(t, "it predicts%s",
            n_short > 1 ? " (and less than predicted at smaller sizes, too)" : "");
}

/* A law that the largest sizes fall far short of may be one of small sizes: both numbers come first. */
static void add_doubtful(const Growth *g, const char *unit, Text *t) {
  add_lacking(last_short(g), t);
  text_add(t, "the law of ");
  add_sizes(g->first, g->last, g->n_sizes, t);
  text_add(t, " predicts; that is ");
  add_law(g, g->exact, unit, t);
  text_add(t, " and the search fell short, or larger sizes follow another law");
}

static void add_exact(const Growth *g, const char *unit, Text *t) {
  bool is_constant = !strcmp(g->class, "1");
  text_add(t, is_constant ? "constant" : "grows like ");
  if (!is_constant) add_class(g->class, t);
  text_add(t, ": ");
  add_law(g, g->exact, unit, t);
  text_add(t, " exact at ");
  add_sizes(g->first, g->last, g->n_sizes, t);
  add_checks(g, t);
}

static void add_at_least(const Growth *g, const char *unit, Text *t) {
  text_add(t, g->class ? "grows at least like " : "at least ");
  if (g->class) add_class(g->class, t);
  if (g->class) text_add(t, ": ");
  add_law(g, g->at_least, unit, t);
  text_add(t, " found at ");
  add_sizes(g->first, g->last, g->n_sizes, t);
  if (g->n_proven)
    text_addf(t, ", %u of them proven", g->n_proven);
  else
    text_add(t, ", none of them proven");
  add_checks(g, t);
}

/* ---- the trend ----------------------------------------------------------------------------------- */

static void add_number(double x, Text *t) {
  if (x < 10)
    text_addf(t, "%.2g", x);
  else
    text_add_ratio(t, x < 1000 ? round(x) : x);
}

static void add_doublings(const Trend *d, Text *t) {
  add_count(" when N doubles (", d->size[0], t);
  add_count(" → ", d->size[1], t);
  add_count(" → ", d->size[2], t);
  text_add_char(t, ')');
}

/* What power or class of N that is, unless a law says more.  Where what every input costs is nearly all, no power
 * describes the rest. */
static void add_power(const Trend *d, Text *t) {
  if (d->class) {
    text_add(t, ": at least like ");
    add_class(d->class, t);
  } else if (trend_is_nearly_flat(d)) {
    text_add(t, ": hardly more, at these sizes");
  } else if (isnan(d->exponent)) {
    text_add(t, ": too uneven for a power of N; the search may have fallen short at some of them");
  } else {
    text_addf(t,
              d->is_short_of  ? ": at least about N^%.2f there; the search may have fallen short"
              : d->is_falling ? ": about N^%.2f there, and less with each doubling"
              : d->is_uneven  ? ": at least about N^%.2f over several doublings"
              : trend_is_slowing(d) ? ": about N^%.2f there"
                                    : ": at least about N^%.2f",
              d->exponent);
  }
}

static void add_multiplies(const Trend *d, const char *unit, Text *t) {
  enum { SAME = 3 };
  bool differ = fabs(d->ratio[1] / d->ratio[0] - 1) * 100 > SAME;
  text_add(t, "the inputs found cost ");
  if (differ) text_addf(t, "%.3g and ", d->ratio[0]);
  text_addf(t, "%.3g times as much", d->ratio[1]);
  add_doublings(d, t);
  if (d->start_up) {
    add_count(", apart from about ", d->start_up, t);
    text_add_char(t, ' ');
    text_add_unit(t, (u64)d->start_up, unit);
    text_add(t, " that every input costs");
  }
}

static void add_adds(const Trend *d, const char *unit, Text *t) {
  text_add(t, "the inputs found cost about ");
  add_number(d->step, t);
  text_addf(t, " %s more", unit);
  add_doublings(d, t);
  text_add(t, d->class ? ": at least like " : d->adds_more ? ": at least about " : ": about ");
  add_class(d->class ? d->class : "log n", t);
}

static void add_trend(const Trend *d, const char *unit, bool has_law, Text *t) {
  switch (d->kind) {
  case TREND_NONE:
    break;
  case TREND_FLAT:
    add_count("the inputs found cost no more at N=", d->size[2], t);
    add_count(" than at N=", d->size[1], t);
    break;
  case TREND_FALLS:
    text_addf(t, "the cost falls to %.3g and %.3g of what it was", d->ratio[0], d->ratio[1]);
    add_doublings(d, t);
    break;
  case TREND_ADDS:
    add_adds(d, unit, t);
    break;
  case TREND_MULTIPLIES:
    add_multiplies(d, unit, t);
    if (!has_law) add_power(d, t);
    break;
  case TREND_STEPS:
    add_count("from N=", d->size[0], t);
    add_count(" to ", d->size[1], t);
    text_add(t, " each step of N multiplies the cost by ");
    text_addf(t, d->ratio[1] - d->ratio[0] < 0.1 ? "%.1f" : "%.1f to %.1f", d->ratio[0],
              d->ratio[1]);
    if (trend_is_exponential(d)) text_add(t, ": so far it grows exponentially");
    break;
  }
}

/* ---- what else is to be known -------------------------------------------------------------------- */

static void add_proven(const Growth *g, Text *t) {
  if (!g->last_proven) {
    text_add(t, "; no size is proven");
    return;
  }
  bool is_one = g->first_proven == g->last_proven;
  add_count(is_one ? "; only N=" : "; costs up to N=", g->last_proven, t);
  text_add(t, is_one ? " is proven" : " are proven, and no formula fits them");
}

/* Not where the law says already that the search fell short. */
static void add_dips(const Growth *g, Text *t) {
  if (!g->dips.n || last_short(g)) return;
  const GrowthDip *d = &vec_last(&g->dips);
  add_count("; N=", d->at.size, t);
  add_count(" costs less (", d->at.cost, t);
  add_count(") than N=", d->before.size, t);
  add_count(" (", d->before.cost, t);
  text_add(t, "): the search fell short there, unless costs fall");
}

static void add_cut(const Growth *g, const char *unit, Text *t) {
  if (!g->cut_size) return;
  add_count("; at N=", g->cut_size, t);
  add_count(" nadir gave up runs that had not ended after ", g->cut_cost, t);
  text_add_char(t, ' ');
  text_add_unit(t, (u64)g->cut_cost, unit);
}

/* Behind what the larger sizes show, if they show anything. */
static void add_doubted(const Growth *g, const char *unit, Text *t) {
  add_trend(&g->trend, unit, false, t);
  if (g->trend.kind != TREND_NONE) text_add(t, "; ");
  add_doubtful(g, unit, t);
}

const char *growth_kind_name(GrowthKind kind) { return kind_names[kind]; }

void growth_print(const Growth *g, const char *unit, Text *t) {
  switch (g->kind) {
  case GROWTH_EXACT:
    if (g->class)
      add_exact(g, unit, t);
    else
      add_doubted(g, unit, t);
    break;
  case GROWTH_AT_LEAST:
    add_at_least(g, unit, t);
    break;
  case GROWTH_TREND:
    add_trend(&g->trend, unit, false, t);
    if (!g->refuted) add_proven(g, t);
    break;
  case GROWTH_UNKNOWN:
    text_addf(t, "growth unknown: %s", g->why);
    break;
  }
  bool is_told = g->kind == GROWTH_EXACT && (!last_short(g) || !g->class);
  if (g->law && !is_told && g->trend.kind != TREND_NONE) {
    text_add(t, "; ");
    add_trend(&g->trend, unit, g->class != NULL, t);
  }
  if (g->refuted) text_addf(t, "; %s", g->refuted);
  add_dips(g, t);
  add_cut(g, unit, t);
}
