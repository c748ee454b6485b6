/* html_bench.c — a section for each table: charts and numbers, or a figure with its variants. */
#include "report/html_bench.h"

#include "report/html_bench_chart.h"
#include "report/html_impl.h"

#include <math.h>

/* ---- numbers --------------------------------------------------------------------------------- */

static void add_figure(const Figure *f, Text *to) {
  text_add(to, "<td class=\"n\">");
  if (f->word)
    html_text(to, f->word);
  else if (f->is_number)
    html_real(to, f->number);
  else
    text_add(to, "–");
  text_add(to, "</td>");
}

static void add_number(double x, bool is_bound, Text *to) {
  text_add(to, "<td class=\"n\">");
  if (isfinite(x)) {
    text_add(to, is_bound ? "&gt; " : "");
    html_real(to, x);
  } else {
    text_add(to, "–");
  }
  text_add(to, "</td>");
}

static void add_seconds(double x, Text *to) {
  text_add(to, "<td class=\"n\">");
  if (isfinite(x))
    html_seconds(to, x);
  else
    text_add(to, "–");
  text_add(to, "</td>");
}

static void add_link(const BenchCell *c, const char *text, Text *to) {
  if (c->state == BENCH_DONE && c->folder) {
    text_add(to, "<a href=\"");
    html_text(to, c->folder);
    text_add(to, "/report.html\">");
  }
  html_text(to, text);
  if (c->state == BENCH_DONE && c->folder) text_add(to, "</a>");
}

/* ---- a table --------------------------------------------------------------------------------- */

static void add_cell(const PaperTable *t, const BenchCell *c, Text *to) {
  bool is_done = c->state == BENCH_DONE, is_bound;
  text_add(to, "<tr><th scope=\"row\">");
  add_link(c, t->columns.at[c->paper->column].name, to);
  text_add(to, "</th><td class=\"n\">");
  html_count(to, c->paper->size);
  text_add(to, "</td>");
  add_figure(&c->paper->worst, to);
  add_figure(&c->paper->cost, to);
  add_number(is_done && c->has_cost ? (double)c->cost : NAN, false, to);
  text_addf(to, "<td>%s</td>", bench_cell_word(c));
  add_figure(&c->paper->paths, to);
  add_number(measure_ours(c, MEASURE_PATHS, &is_bound), false, to);
  add_figure(&c->paper->seconds, to);
  add_seconds(measure_ours(c, MEASURE_SECONDS, &is_bound), to);
  text_add(to, "<td class=\"n\">");
  if (is_done && c->paper->worst.is_number) text_addf(to, "%u of %u", c->n_met, c->n_runs);
  text_add(to, "</td></tr>\n");
}

static void add_numbers(const BenchTable *t, u32 row, Text *to) {
  text_add(to,
           "<div class=\"wide\"><table class=\"bench\"><thead><tr><th></th><th class=\"n\">N</th>"
           "<th class=\"n\">worst</th><th class=\"n\">cost: paper</th><th class=\"n\">ours</th>"
           "<th></th><th class=\"n\">paths: paper</th><th class=\"n\">ours</th>"
           "<th class=\"n\">seconds: paper</th><th class=\"n\">ours</th>"
           "<th class=\"n\">runs that met it</th></tr></thead>\n<tbody>\n");
  for (u32 i = 0; i < t->cells.n; i++)
    if (t->cells.at[i].paper->row == row) add_cell(t->paper, &t->cells.at[i], to);
  text_add(to, "</tbody></table></div>\n");
}

/* What the paper measures: paths, seconds, or else costs. */
static bool has_measure(const BenchTable *t, Measure m) {
  for (u32 i = 0; i < t->cells.n; i++)
    if (isfinite(measure_paper(t->cells.at[i].paper, m))) return true;
  return false;
}

/* Several sizes; one alone makes no line. */
static bool has_sizes(const BenchTable *t, u32 row) {
  u64 size = 0;
  for (u32 i = 0; i < t->cells.n; i++) {
    const PaperCell *c = t->cells.at[i].paper;
    if (c->row != row) continue;
    if (size && c->size != size) return true;
    size = c->size;
  }
  return false;
}

static void add_charts(const BenchReport *r, const BenchTable *t, u32 row, Text *to) {
  bool has_paths = has_measure(t, MEASURE_PATHS), has_seconds = has_measure(t, MEASURE_SECONDS);
  text_add(to, "<figure class=\"pair\">\n");
  if (has_paths) bench_chart_sizes(t, r->paper, row, MEASURE_PATHS, to);
  if (has_seconds) bench_chart_sizes(t, r->paper, row, MEASURE_SECONDS, to);
  if (!has_paths) bench_chart_sizes(t, r->paper, row, MEASURE_RATIO, to);
  if (!has_paths && !has_seconds) bench_chart_sizes(t, r->paper, row, MEASURE_SECONDS, to);
  text_add(to, "<figcaption>");
  bench_chart_columns_key(t, row, to);
  text_add(to, "<br>Dotted: the paper's. An arrow upwards: the worst cost was not found."
               "</figcaption></figure>\n");
}

static void add_row(const BenchReport *r, const BenchTable *t, u32 row, Text *to) {
  const PaperRow *paper = &t->paper->rows.at[row];
  const PaperProgram *program = &r->paper->programs.at[paper->program];
  text_add(to, "<h3>");
  html_text(to, program->name);
  text_add(to, " <small>");
  html_text(to, program->title);
  text_add(to, ", ");
  html_text(to, program->cost);
  text_add(to, "</small></h3>\n");
  if (has_sizes(t, row)) add_charts(r, t, row, to);
  add_numbers(t, row, to);
  for (u32 i = 0; i < paper->notes.n; i++) {
    text_add(to, "<p><small>");
    html_text(to, paper->notes.at[i]);
    text_add(to, "</small></p>\n");
  }
}

static void add_rows(const BenchReport *r, const BenchTable *t, Text *to) {
  for (u32 i = 0; i < t->cells.n; i++)
    if (!i || t->cells.at[i].paper->row != t->cells.at[i - 1].paper->row)
      add_row(r, t, t->cells.at[i].paper->row, to);
}

/* ---- a figure -------------------------------------------------------------------------------- */

static void add_variant(const BenchTable *t, u32 row, u32 column, Text *to) {
  const PaperFigure *figure = &t->paper->figure;
  const BenchCell *c = measure_cell(t, row, column);
  bool is_bound = false;
  double x = c ? measure_ours(c, figure->shows, &is_bound) : NAN;
  add_number(x, is_bound, to);
  if (!figure->has_against || column == figure->against) return;
  bool is_open = false;
  const BenchCell *base = measure_cell(t, row, figure->against);
  double from = base ? measure_ours(base, figure->shows, &is_open) : NAN;
  text_add(to, "<td class=\"n\">");
  if (isfinite(x) && isfinite(from) && !is_open) {
    text_add(to, is_bound ? "&gt; " : "");
    html_real(to, x - from);
  } else {
    text_add(to, "–");
  }
  text_add(to, "</td>");
}

static void add_variants(const BenchReport *r, const BenchTable *t, Text *to) {
  const PaperTable *paper = t->paper;
  text_add(to, "<div class=\"wide\"><table class=\"bench\"><thead><tr><th></th>"
               "<th class=\"n\">N</th>");
  for (u32 column = 0; column < paper->columns.n; column++) {
    text_add(to, "<th class=\"n\">");
    html_text(to, paper->columns.at[column].name);
    text_add(to, "</th>");
    if (paper->figure.has_against && column != paper->figure.against)
      text_add(to, "<th class=\"n\">increase</th>");
  }
  text_add(to, "</tr></thead>\n<tbody>\n");
  for (u32 row = 0; row < paper->rows.n; row++) {
    const BenchCell *first = NULL;
    for (u32 k = 0; k < paper->columns.n && !first; k++) first = measure_cell(t, row, k);
    if (!first) continue;
    text_add(to, "<tr><th scope=\"row\">");
    html_text(to, r->paper->programs.at[paper->rows.at[row].program].name);
    text_add(to, "</th><td class=\"n\">");
    html_count(to, first->paper->size);
    text_add(to, "</td>");
    for (u32 column = 0; column < paper->columns.n; column++) add_variant(t, row, column, to);
    text_add(to, "</tr>\n");
  }
  text_add(to, "</tbody></table></div>\n");
}

static void add_bar(const MeasureMean *mean, double most, Text *to) {
  text_add(to, "<td><svg class=\"bar\" viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" "
               "aria-hidden=\"true\">");
  if (isfinite(mean->paper))
    text_addf(to, "<rect class=\"paper\" width=\"%.2f\" height=\"10\"/>", 100 * mean->paper / most);
  if (isfinite(mean->ours))
    text_addf(to, "<rect class=\"c0\" y=\"2.5\" width=\"%.2f\" height=\"5\"/>",
              100 * mean->ours / most);
  text_add(to, "</svg></td>");
}

static void add_means(const BenchTable *t, Text *to) {
  const PaperTable *paper = t->paper;
  double most = 1e-9;
  for (u32 k = 0; k < paper->columns.n; k++) {
    MeasureMean mean = measure_mean(t, k, paper->figure.shows);
    most = fmax(most,
                fmax(isfinite(mean.ours) ? mean.ours : 0, isfinite(mean.paper) ? mean.paper : 0));
  }
  text_add(to, "<div class=\"wide\"><table class=\"bench\"><thead><tr><th></th><th></th>"
               "<th class=\"n\">ours</th><th class=\"n\">programs</th><th class=\"n\">paper</th>"
               "</tr></thead>\n<tbody>\n");
  for (u32 k = 0; k < paper->columns.n; k++) {
    MeasureMean mean = measure_mean(t, k, paper->figure.shows);
    if (!mean.n_all) continue;
    text_add(to, "<tr><th scope=\"row\" class=\"is\">");
    html_text(to, paper->columns.at[k].name);
    text_add(to, "</th>");
    add_bar(&mean, most, to);
    add_number(mean.ours, false, to);
    text_addf(to, "<td class=\"n\">%u of %u</td>", mean.n, mean.n_all);
    add_number(mean.paper, false, to);
    text_add(to, "</tr>\n");
  }
  text_add(to, "</tbody></table></div>\n<p><small>Blue: ours; grey: the paper's. Means over the "
               "programs.</small></p>\n");
}

static void add_figure_of(const BenchReport *r, const BenchTable *t, Text *to) {
  text_add(to, "<p>");
  html_text(to, measure_words[t->paper->figure.shows]);
  text_add(to, "; where a run is random, of the run in the middle.</p>\n");
  if (t->paper->figure.by_column) {
    add_means(t, to);
    return;
  }
  text_add(to, "<figure>\n");
  bench_chart_variants(t, r->paper, to);
  text_add(to, "</figure>\n");
  add_variants(r, t, to);
}

/* ---- the page -------------------------------------------------------------------------------- */

static void add_facts(const BenchReport *r, Text *to) {
  text_add(to, "<dl class=\"facts\">\n<div><dt>the paper's computer</dt><dd>");
  html_text(to, r->paper->computer);
  text_add(to, "</dd></div>\n<div><dt>its limit</dt><dd>");
  html_text(to, r->paper->limit);
  text_add(to, "</dd></div>\n");
  for (u32 i = 0; i < r->facts.n; i++) {
    text_addf(to, "<div><dt>%s</dt><dd>", r->facts.at[i].name);
    html_text(to, r->facts.at[i].value);
    text_add(to, "</dd></div>\n");
  }
  text_add(to, "</dl>\n");
}

static void add_table(const BenchReport *r, const BenchTable *t, Text *to) {
  const PaperTable *paper = t->paper;
  text_add(to, "<section>\n<h2>");
  if (paper->figure.name) {
    text_add(to, "Figure ");
    html_text(to, paper->figure.name);
    text_add(to, ", ");
  }
  text_add(to, paper->figure.name ? "table " : "Table ");
  html_text(to, paper->name);
  text_add(to, ": ");
  html_text(to, paper->title);
  text_add(to, "</h2>\n");
  if (paper->figure.name) add_figure_of(r, t, to);
  add_rows(r, t, to);
  text_add(to, "</section>\n");
}

void html_bench(const BenchReport *r, Text *to) {
  cleanup(text_free) Text title = {0};
  html_text(&title, r->paper->name);
  text_add(&title, ", measured again");
  html_begin(text_c(&title), to);
  text_addf(to, "<header>\n<p class=\"kind\">bench</p>\n<h1>%s</h1>\n<p>", text_c(&title));
  html_text(to, r->paper->title);
  text_add(to, " (");
  html_text(to, r->paper->where);
  text_add(to, ")</p>\n");
  add_facts(r, to);
  text_add(to, "</header>\n");
  for (u32 i = 0; i < r->tables.n; i++) add_table(r, &r->tables.at[i], to);
  html_end(to);
}
