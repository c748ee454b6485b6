/* html_bench_chart.c — draws ours as solid lines with marks and the paper's as dotted ones.
 *
 * Paths and times span many powers of ten, so their axis is logarithmic.  What did not find the
 * worst has an arrow upwards: it would have taken more.
 */
#include "report/html_bench_chart.h"

#include "report/html_impl.h"
#include "report/plot.h"

#include <math.h>

typedef struct ChartPoint {
  PlotPoint at;
  const BenchCell *cell; /* borrowed; NULL: the paper's */
  bool is_bound;
} ChartPoint;

typedef struct ChartLine {
  VEC(ChartPoint) points; /* owned */
  u32 look;
} ChartLine;

typedef VEC(ChartLine) ChartLines;

static void lines_free(ChartLines *l) {
  for (u32 i = 0; i < l->n; i++) vec_free(&l->at[i].points);
  vec_free(l);
}

static ChartLine *add_line(ChartLines *to, u32 look) {
  vec_push(to, ((ChartLine){.look = look}));
  return &vec_last(to);
}

static void add_cell(ChartLine *ours, ChartLine *paper, const BenchCell *c, double x, Measure m) {
  bool is_bound;
  double y = measure_ours(c, m, &is_bound), theirs = measure_paper(c->paper, m);
  if (isfinite(y)) vec_push(&ours->points, ((ChartPoint){{x, y}, c, is_bound}));
  if (isfinite(theirs)) vec_push(&paper->points, ((ChartPoint){{x, theirs}, NULL, false}));
}

/* ---- axes ------------------------------------------------------------------------------------ */

static void fit_y(Plot *p, const ChartLines *lines, Measure m) {
  double least = INFINITY, most = 0;
  for (u32 i = 0; i < lines->n; i++)
    for (u32 k = 0; k < lines->at[i].points.n; k++) {
      double y = lines->at[i].points.at[k].at.y;
      most = fmax(most, y);
      if (y > 0) least = fmin(least, y);
    }
  p->y.is_whole = m == MEASURE_PATHS;
  plot_fit(&p->y, 0, most, isfinite(least) ? least : 0, m != MEASURE_RATIO);
}

static void fit_sizes(Plot *p, const ChartLines *lines) {
  double low = INFINITY, high = 0;
  for (u32 i = 0; i < lines->n; i++)
    for (u32 k = 0; k < lines->at[i].points.n; k++) {
      low = fmin(low, lines->at[i].points.at[k].at.x);
      high = fmax(high, lines->at[i].points.at[k].at.x);
    }
  p->x.is_whole = true;
  plot_fit(&p->x, low, high, low, high >= 8 * low);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void add_tip(const BenchCell *c, Measure m, double y, const char *name, Text *to) {
  html_text(to, name);
  text_add(to, ", N = ");
  html_count(to, c->paper->size);
  text_add(to, ": ");
  html_real(to, y);
  text_addf(to, " %s",
            m == MEASURE_PATHS     ? "paths"
            : m == MEASURE_SECONDS ? "seconds"
                                   : "of the worst cost");
  if (c->n_runs > 1) text_addf(to, "; %u of %u runs found the worst", c->n_met, c->n_runs);
}

static void draw_points(const Plot *p, const ChartLine *l, Measure m, const char *name) {
  cleanup(text_free) Text class_name = {0};
  text_addf(&class_name, "%s ours", plot_look(l->look).class_name);
  for (u32 i = 0; i < l->points.n; i++) {
    const ChartPoint *at = &l->points.at[i];
    if (!at->cell) continue;
    cleanup(text_free) Text tip = {0};
    add_tip(at->cell, m, at->at.y, name, &tip);
    plot_point(p, at->is_bound ? MARK_AT_LEAST : plot_look(l->look).mark, text_c(&class_name),
               at->at, text_c(&tip));
  }
}

static void draw_line(const Plot *p, const ChartLine *l) {
  if (!l->points.n) return;
  cleanup(text_free) Text class_name = {0};
  PlotPoint *at = mem_new(l->points.n * sizeof *at);
  for (u32 i = 0; i < l->points.n; i++) at[i] = l->points.at[i].at;
  text_addf(&class_name, "%s %s", plot_look(l->look).class_name,
            l->points.at[0].cell ? "ours" : "paper");
  plot_line(p, text_c(&class_name), at, l->points.n);
  mem_free(at);
}

static const char *label_of(Measure m) {
  return m == MEASURE_PATHS ? "paths" : m == MEASURE_SECONDS ? "seconds" : "cost / worst";
}

static u32 count_points(const ChartLines *lines) {
  u32 n = 0;
  for (u32 i = 0; i < lines->n; i++) n += lines->at[i].points.n;
  return n;
}

static void add_key(PlotLook look, const char *name, Text *to) {
  cleanup(text_free) Text class_name = {0};
  text_addf(&class_name, "%s ours", look.class_name);
  text_add(to, "<span>");
  plot_key(to, look.mark, text_c(&class_name), true);
  text_add_char(to, ' ');
  html_text(to, name);
  text_add(to, "</span> ");
}

/* ---- public ---------------------------------------------------------------------------------- */

static const char *program_name(const BenchTable *t, const Paper *p, u32 row) {
  return p->programs.at[t->paper->rows.at[row].program].name;
}

/* Two lines for each column: ours, the paper's. */
void bench_chart_sizes(const BenchTable *t, const Paper *p, u32 row, Measure m, Text *to) {
  cleanup(lines_free) ChartLines lines = {0};
  for (u32 column = 0; column < t->paper->columns.n; column++) {
    add_line(&lines, column);
    add_line(&lines, column);
    ChartLine *ours = &lines.at[2 * column], *paper = &lines.at[2 * column + 1];
    for (u32 i = 0; i < t->cells.n; i++) {
      const BenchCell *c = &t->cells.at[i];
      if (c->paper->row == row && c->paper->column == column)
        add_cell(ours, paper, c, (double)c->paper->size, m);
    }
  }
  if (!count_points(&lines)) return;
  Plot plot = {.width = 430, .height = 260, .x_label = "N", .y_label = label_of(m), .to = to};
  fit_sizes(&plot, &lines);
  fit_y(&plot, &lines, m);
  cleanup(text_free) Text title = {0};
  text_addf(&title, "%s: %s", program_name(t, p, row), measure_words[m]);
  plot_begin(&plot, text_c(&title));
  for (u32 i = lines.n; i-- > 0;) draw_line(&plot, &lines.at[i]);
  for (u32 column = 0; column < t->paper->columns.n; column++)
    draw_points(&plot, &lines.at[2 * column], m, t->paper->columns.at[column].name);
  plot_end(&plot);
}

void bench_chart_columns_key(const BenchTable *t, u32 row, Text *to) {
  for (u32 column = 0; column < t->paper->columns.n; column++)
    if (measure_cell(t, row, column))
      add_key(plot_look(column), t->paper->columns.at[column].name, to);
}

void bench_chart_variants(const BenchTable *t, const Paper *p, Text *to) {
  const PaperTable *table = t->paper;
  cleanup(lines_free) ChartLines lines = {0};
  const char **names = mem_new(table->columns.n * sizeof *names);
  for (u32 column = 0; column < table->columns.n; column++)
    names[column] = table->columns.at[column].name;
  for (u32 row = 0; row < table->rows.n; row++) {
    add_line(&lines, row);
    add_line(&lines, row);
    for (u32 column = 0; column < table->columns.n; column++) {
      const BenchCell *c = measure_cell(t, row, column);
      if (c) add_cell(&lines.at[2 * row], &lines.at[2 * row + 1], c, column, table->figure.shows);
    }
  }
  if (count_points(&lines)) {
    Plot plot = {.width = 720, .height = 340, .y_label = label_of(table->figure.shows), .to = to};
    plot.x_label = table->title;
    plot_fit_names(&plot, names, table->columns.n);
    fit_y(&plot, &lines, table->figure.shows);
    plot_begin(&plot, table->title);
    for (u32 i = lines.n; i-- > 0;) draw_line(&plot, &lines.at[i]);
    for (u32 row = 0; row < table->rows.n; row++)
      draw_points(&plot, &lines.at[2 * row], table->figure.shows, program_name(t, p, row));
    plot_end(&plot);
  }
  text_add(to, "<figcaption>");
  for (u32 row = 0; row < table->rows.n; row++)
    if (lines.at[2 * row].points.n) add_key(plot_look(row), program_name(t, p, row), to);
  text_add(to, "<br>An arrow upwards: the worst cost was not found, it would take more."
               "</figcaption>\n");
  mem_free(names);
}
