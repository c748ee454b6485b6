/* html_growth.c — cost against N: the chart with the fitted curve, and the numbers.
 *
 * If a few large sizes press the small ones into a corner, the axes are logarithmic, and a switch
 * (radio buttons and style, no script) shows the linear ones.  A cost that is not proven is a
 * lower bound and points upwards.  A size without a cost is in the table only.
 */
#include "report/html_impl.h"
#include "report/plot.h"

#include <math.h>

enum { MOST_ABOVE = 8 };

typedef struct Range {
  double min, max, least; /* least: the smallest above zero; 0: there is none */
} Range;

typedef VEC(PlotPoint) CurvePoints;

static void points_free(CurvePoints *p) { vec_free(p); }

static void range_add(Range *r, double x) {
  r->min = fmin(r->min, x);
  r->max = fmax(r->max, x);
  if (x > 0) r->least = r->least > 0 ? fmin(r->least, x) : x;
}

static void find_ranges(const WorstReport *r, Range *ret_n, Range *ret_cost) {
  *ret_n = (Range){.min = INFINITY};
  *ret_cost = (Range){0};
  for (u32 i = 0; i < r->sizes.n; i++) {
    if (!r->sizes.at[i].has_cost) continue;
    range_add(ret_n, (double)r->sizes.at[i].size);
    range_add(ret_cost, (double)r->sizes.at[i].cost);
  }
  /* The curve is shown where the costs stay below it, but not at their expense. */
  double end = r->growth.curve.n ? vec_last(&r->growth.curve).cost : 0;
  if (end <= ret_cost->max * MOST_ABOVE) range_add(ret_cost, end);
}

/* Sizes that have a cost, and the last but one of them. */
static u32 count_points(const WorstReport *r, u64 *ret_before_last) {
  u32 n = 0;
  u64 last = 0;
  for (u32 i = 0; i < r->sizes.n; i++) {
    if (!r->sizes.at[i].has_cost) continue;
    *ret_before_last = last;
    last = r->sizes.at[i].size;
    n++;
  }
  return n;
}

/* ---- the chart ------------------------------------------------------------------------------- */

/* A predicted cost is a formula's, and no bound. */
static Mark mark_of(const WorstSize *s) {
  return s->proven ? MARK_DISC : s->predicted ? MARK_DIAMOND : MARK_AT_LEAST;
}

static void add_tip(const WorstReport *r, const WorstSize *s, Text *to) {
  html_addf(to, "N = %'lu%s", s->size, mark_of(s) == MARK_AT_LEAST ? ": at least " : ": ");
  html_cost(to, r, s->cost);
  text_addf(to, ", %s", worst_size_certainty(s));
}

static void add_points(const WorstReport *r, const Plot *p) {
  for (u32 i = 0; i < r->sizes.n; i++) {
    const WorstSize *s = &r->sizes.at[i];
    cleanup(text_free) Text tip = {0};
    if (!s->has_cost) continue;
    add_tip(r, s, &tip);
    plot_point(p, mark_of(s), s->proven ? "proven" : "found",
               (PlotPoint){(double)s->size, (double)s->cost}, text_c(&tip));
  }
}

static void add_curve(const WorstReport *r, const Plot *p) {
  cleanup(points_free) CurvePoints at = {0};
  for (u32 i = 0; i < r->growth.curve.n; i++)
    vec_push(&at, ((PlotPoint){r->growth.curve.at[i].size, r->growth.curve.at[i].cost}));
  if (at.n > 1) plot_line(p, "fit", at.at, at.n);
}

static void add_chart(const WorstReport *r, bool is_log_x, bool is_log_y, Text *to) {
  Range n, cost;
  find_ranges(r, &n, &cost);
  Plot p = {.width = 720, .height = 340, .x_label = "N", .y_label = html_unit(r), .to = to};
  p.x.is_whole = p.y.is_whole = true;
  plot_fit(&p.x, n.min, n.max, n.least, is_log_x);
  plot_fit(&p.y, 0, cost.max, cost.least, is_log_y);
  plot_begin(&p, "cost against N");
  add_curve(r, &p);
  add_points(r, &p);
  plot_end(&p);
}

static bool is_exponential(const WorstReport *r) {
  const char *name = r->has_growth ? r->growth.class_name : NULL;
  return name && (strstr(name, "^n") || strchr(name, '!'));
}

static void add_charts(const WorstReport *r, Text *to) {
  Range n, cost;
  find_ranges(r, &n, &cost);
  u64 before_last = 0;
  u32 n_points = count_points(r, &before_last);
  bool is_wide = n_points > 2 && n.max >= 8 * n.min && !is_exponential(r);
  bool is_high = n_points > 2 && cost.least > 0 && cost.max >= 100 * cost.least;
  if (!is_wide && !is_high) {
    add_chart(r, false, false, to);
    return;
  }
  /* Logarithmic first where the largest size stands alone. */
  bool is_log_first = n.max >= 4 * (double)before_last || is_exponential(r);
  text_addf(to,
            "<input type=\"radio\" name=\"axes\" id=\"linear\"%s><label for=\"linear\">linear"
            "</label>\n<input type=\"radio\" name=\"axes\" id=\"log\"%s><label for=\"log\">"
            "logarithmic</label>\n<div class=\"linear\">",
            is_log_first ? "" : " checked", is_log_first ? " checked" : "");
  add_chart(r, false, false, to);
  text_add(to, "</div>\n<div class=\"log\">");
  add_chart(r, is_wide, is_high, to);
  text_add(to, "</div>\n");
}

static void add_key(const char *name, Mark mark, const char *class_name, bool has_line, Text *to) {
  text_add(to, "<span>");
  plot_key(to, mark, class_name, has_line);
  text_addf(to, " %s</span> ", name);
}

static const char *curve_words(const WorstGrowth *g) {
  return g->exact ? "the law" : g->at_least ? "the law of what was found" : "fitted";
}

static void add_caption(const WorstReport *r, Text *to) {
  bool has_proven = false, has_found = false, has_predicted = false, has_zero = false;
  for (u32 i = 0; i < r->sizes.n; i++) {
    const WorstSize *s = &r->sizes.at[i];
    has_proven |= s->has_cost && s->proven;
    has_found |= s->has_cost && !s->proven && !s->predicted;
    has_predicted |= s->has_cost && s->predicted;
    has_zero |= s->has_cost && !s->cost;
  }
  text_add(to, "<figcaption>");
  if (has_proven) add_key("proven", MARK_DISC, "proven", false, to);
  if (has_found) add_key("at least (best found)", MARK_AT_LEAST, "found", false, to);
  if (has_predicted) add_key("predicted", MARK_DIAMOND, "found", false, to);
  if (r->growth.curve.n > 1) add_key(curve_words(&r->growth), MARK_NONE, "fit", true, to);
  text_add(to, "<br>");
  if (r->has_growth && r->growth.text) {
    html_formula(to, r->growth.text);
    text_add(to, ". ");
  }
  if (has_zero)
    text_add(to, "<span class=\"log-note\">On logarithmic axes a cost of 0 stands on "
                 "the axis.</span>");
  text_add(to, "</figcaption>");
}

/* ---- the table ------------------------------------------------------------------------------- */

static void add_cell(Text *to, u64 n) { html_addf(to, "<td class=\"n\">%'lu</td>", n); }

static void add_row(const WorstSize *s, Text *to) {
  html_addf(to, "<tr data-size=\"%lu\"><th scope=\"row\" class=\"n\">%'lu</th>", s->size, s->size);
  if (s->has_cost) {
    html_addf(to, "<td class=\"n\" data-cost=\"%lu\">%'lu", s->cost, s->cost);
    text_add(to, s->proven ? "</td><td class=\"is proven\">" : "</td><td class=\"is found\">");
    plot_key(to, mark_of(s), s->proven ? "proven" : "found", false);
    html_addf(to, "%s</td><td", worst_size_certainty(s));
    if (s->verified.native_how) html_addf(to, " title=\"%s\"", s->verified.native_how);
    text_add(to, ">");
    html_verified(&s->verified, to);
  } else {
    text_add(to, "<td class=\"n\">—</td><td class=\"is none\" colspan=\"2\">");
    plot_key(to, MARK_CROSS, "none", false);
    html_text(to, s->why ? s->why : "no path finished");
  }
  html_addf(to, "</td><td>%s</td>", s->how);
  add_cell(to, s->paths.feasible);
  add_cell(to, s->paths.infeasible);
  add_cell(to, s->n_queries);
  text_add(to, "<td class=\"n\">");
  html_seconds(to, s->seconds);
  text_add(to, "</td></tr>\n");
}

static void add_table(const WorstReport *r, Text *to) {
  html_addf(to,
            "<div class=\"wide\"><table class=\"sizes\">\n<thead><tr><th class=\"n\">N</th><th "
            "class=\"n\">%s</th><th></th><th>verified</th><th>found by</th><th "
            "class=\"n\">paths</th><th class=\"n\">infeasible</th><th class=\"n\">queries</th><th "
            "class=\"n\">time</th></tr></thead>\n<tbody>\n",
            html_unit(r));
  for (u32 i = 0; i < r->sizes.n; i++) add_row(&r->sizes.at[i], to);
  text_add(to, "</tbody></table></div>\n");
}

static void add_checked(const WorstReport *r, Text *to) {
  for (u32 i = 0; i < r->growth.checked.n; i++) {
    const WorstChecked *c = &r->growth.checked.at[i];
    text_add(to, i ? "; at " : "<p>Predicted from the other sizes, then looked for: at ");
    html_addf(to, "<i>N</i> = %'lu, ", c->size);
    html_formula(to, c->predicted);
    html_addf(to, " predicted and %'lu found", c->found);
  }
  if (r->growth.checked.n) text_add(to, ".</p>\n");
}

/* ---- public ---------------------------------------------------------------------------------- */

static void add_median(const WorstMedian *m, Text *to) {
  text_add(to, "<td class=\"n\">");
  if (!m->n_runs)
    text_add(to, "–");
  else if (isnan(m->seconds))
    text_add(to, "&lt; 10 ms");
  else
    html_seconds(to, m->seconds);
  text_add(to, "</td>");
}

static void add_ratio(double more, double less, Text *to) {
  text_add(to, "<td class=\"n\">");
  if (isfinite(more) && isfinite(less)) html_addf(to, "× %'g", more / less);
  text_add(to, "</td>");
}

/* A typical input that none was accepted for has no ratio. */
static double seconds_of(const WorstMedian *m) { return m->n_runs ? m->seconds : NAN; }

static void add_timed(const WorstTiming *w, u32 i, Text *to) {
  const WorstTimed *row = &w->rows.at[i], *before = i ? &w->rows.at[i - 1] : NULL;
  html_addf(to, "<tr><th scope=\"row\" class=\"n\">%'lu</th>", row->size);
  add_median(&row->worst, to);
  add_ratio(seconds_of(&row->worst), before ? seconds_of(&before->worst) : NAN, to);
  add_median(&row->typical, to);
  add_ratio(seconds_of(&row->typical), before ? seconds_of(&before->typical) : NAN, to);
  add_ratio(seconds_of(&row->worst), seconds_of(&row->typical), to);
  text_add(to, "<td class=\"n\">");
  if (row->worst.n_instructions) html_count(to, row->worst.n_instructions);
  text_addf(to, "</td><td class=\"n\">%u</td></tr>\n", row->worst.n_runs);
}

void html_times(const WorstReport *r, Text *to) {
  const WorstTiming *w = &r->times;
  if (!r->has_times) return;
  text_add(to, "<section id=\"times\">\n<h2>Native times</h2>\n");
  if (!w->rows.n) {
    html_addf(to, "<p>None: %s.</p>\n</section>\n", w->why ? w->why : "nothing was measured");
    return;
  }
  text_add(to, "<div class=\"wide\"><table><thead><tr><th class=\"n\"><i>N</i></th><th "
               "class=\"n\">worst</th><th class=\"n\">when <i>N</i> doubles</th><th "
               "class=\"n\">random</th><th class=\"n\">when <i>N</i> doubles</th><th "
               "class=\"n\">worst/random</th><th class=\"n\">instructions</th><th "
               "class=\"n\">runs</th></tr></thead><tbody>\n");
  for (u32 i = 0; i < w->rows.n; i++) add_timed(w, i, to);
  text_add(to, "</tbody></table></div>\n");
  if (worst_times_lost(w)) {
    html_addf(to,
              "<p>Extended, this input is no worst one any more: random ones take longer. That "
              "says nothing of <i>N</i> = %'lu.</p>\n",
              w->from);
  }
  html_addf(to,
            "<p><small>Medians of processor time, without the start of the process; inputs beyond "
            "<i>N</i> = %'lu are the worst one there, extended. A run below 10 ms is no evidence; "
            "a host that does not count instructions leaves them out.</small></p>\n</section>\n",
            w->from);
}

void html_growth(const WorstReport *r, Text *to) {
  text_add(to, "<section id=\"growth\">\n<h2>Cost against N</h2>\n");
  u64 unused;
  if (count_points(r, &unused) > 1) { /* one point is no curve */
    text_add(to, "<figure class=\"axes\">\n");
    add_charts(r, to);
    add_caption(r, to);
    text_add(to, "</figure>\n");
  }
  add_table(r, to);
  add_checked(r, to);
  text_add(to, "</section>\n");
}
