/* html_search.c — how the search went: best cost against paths and against time, by strategy. */
#include "report/html_impl.h"
#include "report/plot.h"

#include <math.h>

/* More strategies than that share the last colour and mark. */
static const struct {
  const char *class_name;
  Mark mark;
} looks[] = {
    {"c0", MARK_DISC},    {"c1", MARK_SQUARE}, {"c2", MARK_TRIANGLE},
    {"c3", MARK_DIAMOND}, {"c4", MARK_CROSS},
};

typedef VEC(const char *) Strategies;
typedef VEC(PlotPoint) SearchPoints;

static void strategies_free(Strategies *s) {
  vec_free(s);
}

static void points_free(SearchPoints *p) {
  vec_free(p);
}

static void find_strategies(const WorstSize *s, Strategies *ret) {
  for (u32 i = 0; i < s->history.n; i++) {
    u32 k = 0;
    while (k < ret->n && strcmp(ret->at[k], s->history.at[i].strategy)) k++;
    if (k == ret->n) vec_push(ret, s->history.at[i].strategy);
  }
}

static double x_of(const WorstMoment *m, bool by_time) {
  return by_time ? m->seconds : (double)m->paths;
}

/* Where the search ended: its last improvement, or later. */
static double end_of(const WorstSize *s, bool by_time) {
  u64 n_paths = s->n_feasible + s->n_infeasible + s->n_error + s->n_unfinished;
  double end = by_time ? s->seconds : (double)n_paths;
  for (u32 i = 0; i < s->history.n; i++) end = fmax(end, x_of(&s->history.at[i], by_time));
  return end;
}

static void add_marks(const WorstSize *s, const Plot *p, const char *strategy, u32 look,
                      bool by_time) {
  for (u32 i = 0; i < s->history.n; i++) {
    const WorstMoment *m = &s->history.at[i];
    if (strcmp(m->strategy, strategy)) continue;
    cleanup(text_free) Text tip = {0};
    html_text(&tip, strategy);
    text_add(&tip, ": ");
    html_count(&tip, m->cost);
    text_add(&tip, " after ");
    html_plural(&tip, m->paths, "path");
    text_add(&tip, ", ");
    html_seconds(&tip, m->seconds);
    plot_point(p, looks[look].mark, looks[look].class_name,
               (PlotPoint){x_of(m, by_time), (double)m->cost}, text_c(&tip));
  }
}

static void add_strategy(const WorstSize *s, const Plot *p, const char *strategy, u32 look,
                         bool by_time) {
  cleanup(points_free) SearchPoints at = {0};
  for (u32 i = 0; i < s->history.n; i++)
    if (!strcmp(s->history.at[i].strategy, strategy))
      vec_push(&at, ((PlotPoint){x_of(&s->history.at[i], by_time), (double)s->history.at[i].cost}));
  vec_push(&at, ((PlotPoint){end_of(s, by_time), vec_last(&at).y}));
  plot_steps(p, looks[look].class_name, at.at, at.n);
  add_marks(s, p, strategy, look, by_time);
}

static void add_chart(const WorstReport *r, const WorstSize *s, const Strategies *all, bool by_time,
                      Text *to) {
  Plot p = {.width = 430, .height = 260, .y_label = html_unit(r), .to = to};
  p.x.is_whole = !by_time;
  p.y.is_whole = true;
  p.x_label = by_time ? "seconds" : "paths";
  double end = end_of(s, by_time), least = end, most = 0, lowest = (double)s->history.at[0].cost;
  for (u32 i = 0; i < s->history.n; i++) {
    double x = x_of(&s->history.at[i], by_time);
    if (x > 0) least = fmin(least, x);
    most = fmax(most, (double)s->history.at[i].cost);
    lowest = fmin(lowest, (double)s->history.at[i].cost);
  }
  plot_fit(&p.x, 0, end, least, end > 50 * least);
  plot_fit(&p.y, lowest, most, 0, false);
  plot_begin(&p, by_time ? "best cost against time" : "best cost against paths");
  for (u32 i = 0; i < all->n; i++)
    add_strategy(s, &p, all->at[i], MIN(i, (u32)ARRAY_LEN(looks) - 1), by_time);
  plot_end(&p);
}

static void add_keys(const Strategies *all, Text *to) {
  text_add(to, "<figcaption>");
  for (u32 i = 0; i < all->n; i++) {
    u32 look = MIN(i, (u32)ARRAY_LEN(looks) - 1);
    text_add(to, "<span>");
    plot_key(to, looks[look].mark, looks[look].class_name, true);
    text_add_char(to, ' ');
    html_text(to, all->at[i]);
    text_add(to, "</span> ");
  }
  text_add(to, "<br>Each mark is an improvement.</figcaption>");
}

/* ---- public ---------------------------------------------------------------------------------- */

void html_search(const WorstReport *r, const WorstSize *s, Text *to) {
  if (!s->history.n) return;
  cleanup(strategies_free) Strategies all = {0};
  find_strategies(s, &all);
  text_add(to, "<h3>Search</h3>\n");
  if (s->history.n == 1) {
    const WorstMoment *m = &s->history.at[0];
    text_add(to, "<p>");
    html_text(to, *m->strategy ? m->strategy : "The search");
    text_add(to, " found it after ");
    html_plural(to, m->paths, "path");
    text_add(to, " and ");
    html_seconds(to, m->seconds);
    text_add(to, "; nothing found later was worse.</p>\n");
    return;
  }
  text_add(to, "<figure class=\"pair\">\n");
  add_chart(r, s, &all, false, to);
  add_chart(r, s, &all, true, to);
  add_keys(&all, to);
  text_add(to, "</figure>\n");
}
