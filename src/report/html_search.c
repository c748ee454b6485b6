/* html_search.c — how the search went, against paths and against time: the best cost of each
 * strategy, and what its paths cost on the way.
 *
 * A strategy's line is made of its samples and of its improvements, which are exact.  Files that
 * have no samples show the improvements alone.
 */
#include "report/html_impl.h"
#include "report/plot.h"

#include <math.h>
#include <stdlib.h>

typedef VEC(const char *) Strategies;
typedef VEC(PlotPoint) SearchPoints;

static void strategies_free(Strategies *s) { vec_free(s); }

static void add_name(Strategies *to, const char *name) {
  for (u32 i = 0; i < to->n; i++)
    if (!strcmp(to->at[i], name)) return;
  vec_push(to, name);
}

/* Those that improved something first. */
static void find_strategies(const WorstSize *s, Strategies *ret) {
  for (u32 i = 0; i < s->history.n; i++) add_name(ret, s->history.at[i].strategy);
  for (u32 i = 0; i < s->series.n; i++) add_name(ret, s->series.at[i].strategy);
}

/* A strategy looks the same in all charts; a policy comes after all of them. */
static PlotLook series_look(const WorstSize *s, const Strategies *all, u32 at) {
  u32 n_policies = 0, k = 0;
  for (u32 i = 0; i < at; i++) n_policies += s->series.at[i].is_policy;
  if (s->series.at[at].is_policy) return plot_look(all->n + n_policies);
  while (strcmp(all->at[k], s->series.at[at].strategy)) k++;
  return plot_look(k);
}

static const WorstSeries *find_series(const WorstSize *s, const char *strategy, bool is_policy) {
  for (u32 i = 0; i < s->series.n; i++)
    if (s->series.at[i].is_policy == is_policy && !strcmp(s->series.at[i].strategy, strategy))
      return &s->series.at[i];
  return NULL;
}

static double x_of(const WorstMoment *m, bool by_time) {
  return by_time ? m->seconds : (double)m->paths;
}

static double sample_x(const WorstSample *s, bool by_time) {
  return by_time ? s->seconds : (double)s->paths;
}

/* Where the search ended: its last improvement or sample, or later. */
static double end_of(const WorstSize *s, bool by_time) {
  u64 n_paths = s->paths.feasible + s->paths.infeasible + s->paths.error + s->paths.unfinished;
  double end = by_time ? s->seconds : (double)n_paths;
  for (u32 i = 0; i < s->history.n; i++) end = fmax(end, x_of(&s->history.at[i], by_time));
  for (u32 i = 0; i < s->series.n; i++)
    if (s->series.at[i].at.n) end = fmax(end, sample_x(&vec_last(&s->series.at[i].at), by_time));
  return end;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static int by_x(const void *a, const void *b) {
  const PlotPoint *p = a, *q = b;
  if (p->x != q->x) return p->x < q->x ? -1 : 1;
  return p->y < q->y ? -1 : p->y > q->y;
}

/* The best that a strategy had found itself: rising steps. */
static void best_of(const WorstSize *s, const char *strategy, bool by_time, SearchPoints *ret) {
  const WorstSeries *series = find_series(s, strategy, false);
  for (u32 i = 0; series && i < series->at.n; i++)
    vec_push(ret,
             ((PlotPoint){sample_x(&series->at.at[i], by_time), (double)series->at.at[i].max}));
  for (u32 i = 0; i < s->history.n; i++)
    if (!strcmp(s->history.at[i].strategy, strategy))
      vec_push(ret, ((PlotPoint){x_of(&s->history.at[i], by_time), (double)s->history.at[i].cost}));
  if (!ret->n) return;
  qsort(ret->at, ret->n, sizeof *ret->at, by_x);
  for (u32 i = 1; i < ret->n; i++) ret->at[i].y = fmax(ret->at[i].y, ret->at[i - 1].y);
  if (!series) vec_push(ret, ((PlotPoint){end_of(s, by_time), vec_last(ret).y}));
}

/* Of all strategies together. */
static void best_of_all(const WorstSize *s, bool by_time, SearchPoints *ret) {
  for (u32 i = 0; i < s->history.n; i++)
    vec_push(ret, ((PlotPoint){x_of(&s->history.at[i], by_time), (double)s->history.at[i].cost}));
  vec_push(ret, ((PlotPoint){end_of(s, by_time), vec_last(ret).y}));
}

/* What its paths cost, each sample its mean; or what its policy would have cost then. */
static void costs_of(const WorstSeries *series, bool by_time, SearchPoints *ret) {
  for (u32 i = 0; i < series->at.n; i++) {
    const WorstSample *at = &series->at.at[i];
    vec_push(ret,
             ((PlotPoint){sample_x(at, by_time),
                          series->is_policy ? (double)at->last : (double)at->sum / (double)at->n}));
  }
}

/* ---- charts ---------------------------------------------------------------------------------- */

static void add_marks(const WorstSize *s, const Plot *p, const char *strategy, PlotLook look,
                      bool by_time) {
  for (u32 i = 0; i < s->history.n; i++) {
    const WorstMoment *m = &s->history.at[i];
    if (strcmp(m->strategy, strategy)) continue;
    cleanup(text_free) Text tip = {0};
    html_addf(&tip, "%s: %'lu after ", strategy, m->cost);
    html_plural(&tip, m->paths, "path");
    text_add(&tip, ", ");
    html_seconds(&tip, m->seconds);
    plot_point(p, look.mark, look.class_name, (PlotPoint){x_of(m, by_time), (double)m->cost},
               text_c(&tip));
  }
}

static void widen(const SearchPoints *at, double *io_least, double *io_low, double *io_high) {
  for (u32 i = 0; i < at->n; i++) {
    if (at->at[i].x > 0) *io_least = fmin(*io_least, at->at[i].x);
    *io_low = fmin(*io_low, at->at[i].y);
    *io_high = fmax(*io_high, at->at[i].y);
  }
}

/* Axes that hold all lines. */
static Plot plot_of(const WorstReport *r, const WorstSize *s, const SearchPoints *lines, u32 n,
                    bool by_time, Text *to) {
  Plot p = {.width = 430, .height = 260, .y_label = html_unit(r), .to = to};
  double end = end_of(s, by_time), least = end, high = 0, low = INFINITY;
  p.x.is_whole = !by_time;
  p.y.is_whole = true;
  p.x_label = by_time ? "seconds" : "paths";
  for (u32 i = 0; i < n; i++) widen(&lines[i], &least, &low, &high);
  plot_fit(&p.x, 0, end, least, end > 50 * least);
  plot_fit(&p.y, fmin(low, high), high, 0, false);
  return p;
}

static void lines_free(SearchPoints *lines, u32 n) {
  for (u32 i = 0; i < n; i++) vec_free(&lines[i]);
  mem_free(lines);
}

static void add_best(const WorstReport *r, const WorstSize *s, const Strategies *all, bool by_time,
                     Text *to) {
  SearchPoints *lines = mem_new(all->n * sizeof *lines);
  for (u32 i = 0; i < all->n; i++) best_of(s, all->at[i], by_time, &lines[i]);
  Plot p = plot_of(r, s, lines, all->n, by_time, to);
  plot_begin(&p, by_time ? "best cost against time" : "best cost against paths");
  for (u32 i = 0; i < all->n; i++)
    if (lines[i].n) plot_steps(&p, plot_look(i).class_name, lines[i].at, lines[i].n);
  for (u32 i = 0; i < all->n; i++) add_marks(s, &p, all->at[i], plot_look(i), by_time);
  plot_end(&p);
  lines_free(lines, all->n);
}

/* The best, then each series. */
static void add_costs(const WorstReport *r, const WorstSize *s, const Strategies *all, bool by_time,
                      Text *to) {
  u32 n = s->series.n + 1;
  SearchPoints *lines = mem_new(n * sizeof *lines);
  best_of_all(s, by_time, &lines[0]);
  for (u32 i = 0; i < s->series.n; i++) costs_of(&s->series.at[i], by_time, &lines[i + 1]);
  Plot p = plot_of(r, s, lines, n, by_time, to);
  plot_begin(&p, by_time ? "cost of paths against time" : "cost of paths against paths");
  plot_steps(&p, "fit", lines[0].at, lines[0].n);
  for (u32 i = 0; i < s->series.n; i++) {
    const char *class_name = series_look(s, all, i).class_name;
    if (lines[i + 1].n) plot_line(&p, class_name, lines[i + 1].at, lines[i + 1].n);
  }
  plot_end(&p);
  lines_free(lines, n);
}

static void add_key(Mark mark, const char *class_name, const char *name, const char *what,
                    Text *to) {
  text_add(to, "<span>");
  plot_key(to, mark, class_name, true);
  html_addf(to, " %s%s</span> ", name, what);
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* Inputs that are only run have no paths: if there was nothing else, we can only show time. */
static bool has_paths(const WorstSize *s) { return end_of(s, false) > 0; }

static void add_convergence(const WorstReport *r, const WorstSize *s, const Strategies *all,
                            Text *to) {
  text_add(to, "<figure class=\"pair\">\n");
  if (has_paths(s)) add_best(r, s, all, false, to);
  add_best(r, s, all, true, to);
  text_add(to, "<figcaption>");
  for (u32 i = 0; i < all->n; i++)
    add_key(plot_look(i).mark, plot_look(i).class_name, all->at[i], "", to);
  text_add(to, "<br>Each line is the best that a strategy had found itself; each mark is an "
               "improvement of the best of all.</figcaption></figure>\n");
}

/* Something to be seen: a strategy that took several paths. */
static bool has_course(const WorstSize *s) {
  enum { FEW = 3 };
  for (u32 i = 0; i < s->series.n; i++)
    if (s->series.at[i].at.n >= FEW) return true;
  return false;
}

static const char *what_of(const WorstSeries *series) {
  if (series->is_policy) return ": the path of its policy";
  return series->at.n && vec_last(&series->at).paths ? ": its paths" : ": its inputs";
}

static void add_course(const WorstReport *r, const WorstSize *s, const Strategies *all, Text *to) {
  bool has_policy = false;
  for (u32 i = 0; i < s->series.n; i++) has_policy |= s->series.at[i].is_policy;
  html_addf(to, "<h3>%s</h3>\n<figure class=\"pair\">\n",
            has_policy     ? "Learning"
            : has_paths(s) ? "Paths on the way"
                           : "Inputs on the way");
  if (has_paths(s)) add_costs(r, s, all, false, to);
  add_costs(r, s, all, true, to);
  text_add(to, "<figcaption>");
  add_key(MARK_NONE, "fit", "best so far", "", to);
  for (u32 i = 0; i < s->series.n; i++)
    add_key(MARK_NONE, series_look(s, all, i).class_name, s->series.at[i].strategy,
            what_of(&s->series.at[i]), to);
  html_addf(to,
            "<br>%s that ended by themselves; where they are many, a point is the mean of several.",
            has_paths(s) ? "Paths" : "Inputs");
  if (has_policy)
    text_add(to, " The policy's path is the one that it takes without random decisions; if no "
                 "input takes it, up to where that is known.");
  text_add(to, "</figcaption></figure>\n");
}

/* ---- public ---------------------------------------------------------------------------------- */

void html_search(const WorstReport *r, const WorstSize *s, Text *to) {
  if (!s->history.n) return;
  text_add(to, "<h3>Search</h3>\n");
  if (s->history.n == 1 && !has_course(s)) {
    const WorstMoment *m = &s->history.at[0];
    html_addf(to, "<p>%s found it after ", *m->strategy ? m->strategy : "The search");
    html_plural(to, m->paths, "path");
    text_add(to, " and ");
    html_seconds(to, m->seconds);
    text_add(to, "; nothing found later was worse.</p>\n");
    return;
  }
  cleanup(strategies_free) Strategies all = {0};
  find_strategies(s, &all);
  add_convergence(r, s, &all, to);
  if (has_course(s)) add_course(r, s, &all, to);
}
