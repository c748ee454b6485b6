/* bench_print.c — prints lines of fixed columns, so that each can be printed when its cell is
 * done. */
#include "cli/bench_print.h"

#include <math.h>
#include <string.h>

static void add_right(Text *t, int width, const char *s) { text_addf(t, "%*s", width, s); }

static void add_number(Text *t, double x) {
  text_addf(t, x == floor(x) || x >= 1000 ? "%.0f" : "%.4g", x);
}

static void add_seconds(Text *t, double s) {
  text_addf(t, s < 0.1 ? "%.4f" : s < 10 ? "%.2f" : s < 1000 ? "%.1f" : "%.0f", s);
}

static void figure_text(const Figure *f, Text *t) {
  if (f->word)
    text_add(t, f->word);
  else if (f->is_number)
    add_number(t, f->number);
  else
    text_add_char(t, '-');
}

static void add_figure(Text *t, int width, const Figure *f) {
  cleanup(text_free) Text s = {0};
  figure_text(f, &s);
  add_right(t, width, text_c(&s));
}

static void add_count(Text *t, int width, bool known, u64 n) {
  cleanup(text_free) Text s = {0};
  if (known)
    text_addf(&s, "%lu", n);
  else
    text_add_char(&s, '-');
  add_right(t, width, text_c(&s));
}

/* "0.92", "26", "1200". */
static void add_ratio(Text *t, int width, bool known, double ratio, const char *unit) {
  cleanup(text_free) Text s = {0};
  if (known) text_addf(&s, ratio < 10 ? "%.2f%s" : "%.0f%s", ratio, unit);
  add_right(t, width, known ? text_c(&s) : "-");
}

static void add_cost(Text *t, const BenchCell *c) {
  const PaperCell *paper = c->paper;
  bool known = c->state == BENCH_DONE && c->has_cost;
  add_figure(t, 10, &paper->worst);
  add_figure(t, 8, &paper->cost);
  add_count(t, 10, known, c->cost);
  known = known && paper->worst.is_number && paper->worst.number > 0;
  add_ratio(t, 6, known, known ? (double)c->cost / paper->worst.number : 0, "");
  text_addf(t, " %-9s", bench_cell_word(c));
}

static void add_paths(Text *t, const BenchCell *c) {
  const Figure *paper = &c->paper->paths;
  bool done = c->state == BENCH_DONE;
  u64 n = c->n_feasible + c->n_infeasible;
  add_figure(t, 6, paper);
  add_count(t, 9, done, n);
  bool known = done && !c->is_cut && paper->is_number && paper->number > 0;
  add_ratio(t, 6, known, known ? (double)n / paper->number : 0, "");
}

/* We compare only the times of searches that finished and found the worst case. */
static void add_times(Text *t, const BenchCell *c) {
  const Figure *paper = &c->paper->seconds;
  bool done = c->state == BENCH_DONE && isfinite(c->seconds);
  cleanup(text_free) Text ours = {0};
  if (done) add_seconds(&ours, c->seconds);
  add_figure(t, 9, paper);
  add_right(t, 8, done ? text_c(&ours) : "-");
  bool known = done && !c->is_cut && bench_cell_met(c) && paper->is_number && paper->number > 0;
  add_ratio(t, 9, known, known ? paper->number / fmax(c->seconds, 1e-3) : 0, "x");
}

static int name_width(const PaperTable *table) {
  size_t widest = 0;
  for (u32 i = 0; i < table->columns.n; i++)
    widest = MAX(widest, strlen(table->columns.at[i].name));
  return (int)widest;
}

/* ---- public ---------------------------------------------------------------------------------- */

void bench_print_head(const BenchReport *r, Text *t) {
  const Paper *p = r->paper;
  text_addf(t, "%s (%s)\n", p->title, p->where);
  text_addf(t, "%-8s %s; limit %s\n", "paper's", p->computer, p->limit);
  for (u32 i = 0; i < r->facts.n; i++)
    text_addf(t, "%-8s %s\n", r->facts.at[i].name, r->facts.at[i].value);
}

void bench_print_table(const PaperTable *table, Text *t) {
  text_addf(t, "\ntable %s: %s\n", table->name, table->title);
}

static bool has_random(const PaperTable *table) {
  for (u32 i = 0; i < table->columns.n; i++)
    if (table->columns.at[i].is_random) return true;
  return false;
}

void bench_print_row(const PaperTable *table, const PaperProgram *program, Text *t) {
  int name = name_width(table);
  text_addf(t, "\n%s: %s; %s\n", program->name, program->title, program->cost);
  text_addf(t, "%*s%s\n", name + 10, "",
            "cost ------------------------           paths -----------  seconds ---------------");
  text_addf(t, "%*s%5s%10s%8s%10s%6s %-9s%6s%9s%6s%9s%8s%9s%s\n", name, "", "N", "worst", "paper",
            "ours", "ratio", "", "paper", "ours", "ratio", "paper", "ours", "faster",
            has_random(table) ? "   met" : "");
}

void bench_print_cell(const PaperTable *table, const BenchCell *c, Text *t) {
  text_addf(t, "%-*s%5lu", name_width(table), table->columns.at[c->paper->column].name,
            c->paper->size);
  add_cost(t, c);
  add_paths(t, c);
  add_times(t, c);
  if (c->n_runs > 1 && c->paper->worst.is_number) text_addf(t, "%4u/%u", c->n_met, c->n_runs);
  text_add_char(t, '\n');
}

/* What several cells in a row share is said once. */
void bench_print_notes(const PaperTable *table, const BenchCell *cells, u32 n, Text *t) {
  const char *last = "";
  for (u32 i = 0; i < n; i++) {
    const BenchCell *c = &cells[i];
    if (!c->why || !strcmp(last, c->why)) continue;
    last = c->why;
    text_addf(t, "  %s at %lu: %s\n", table->columns.at[c->paper->column].name, c->paper->size,
              last);
  }
  const WordList *notes = &table->rows.at[cells[0].paper->row].notes;
  for (u32 i = 0; i < notes->n; i++) text_addf(t, "  note: %s\n", notes->at[i]);
}

/* ---- figures --------------------------------------------------------------------------------- */

/* "12", "0.973", ">12": the worst was not found. */
static void add_measure(Text *t, int width, Measure m, double x, bool is_bound) {
  cleanup(text_free) Text s = {0};
  const char *sign = is_bound ? ">" : "";
  if (!isfinite(x))
    text_add_char(&s, '-');
  else
    text_addf(&s, m == MEASURE_RATIO ? "%s%.3f" : x == floor(x) ? "%s%.0f" : "%s%.3g", sign, x);
  add_right(t, width, text_c(&s));
}

static int column_width(const PaperTable *table, u32 column) {
  enum { LEAST = 10 };
  return MAX((int)strlen(table->columns.at[column].name) + 2, LEAST);
}

static void add_variants(const BenchTable *b, u32 row, Text *t) {
  const PaperTable *table = b->paper;
  const PaperFigure *figure = &table->figure;
  bool is_bound = false, is_open = false;
  const BenchCell *base = figure->has_against ? measure_cell(b, row, figure->against) : NULL;
  double from = base ? measure_ours(base, figure->shows, &is_open) : NAN;
  for (u32 k = 0; k < table->columns.n; k++) {
    const BenchCell *c = measure_cell(b, row, k);
    double x = c ? measure_ours(c, figure->shows, &is_bound) : NAN;
    add_measure(t, column_width(table, k), figure->shows, x, c && is_bound);
    if (figure->has_against && k != figure->against)
      add_measure(t, 10, figure->shows, is_open ? NAN : x - from, is_bound);
  }
  text_add_char(t, '\n');
}

static int program_width(const PaperTable *table, const Paper *p) {
  size_t widest = 0;
  for (u32 i = 0; i < table->rows.n; i++)
    widest = MAX(widest, strlen(p->programs.at[table->rows.at[i].program].name));
  return (int)widest;
}

/* Programs from above to below, variants from left to right. */
static void print_variants(const BenchTable *b, const Paper *p, Text *t) {
  const PaperTable *table = b->paper;
  int width = program_width(table, p);
  text_addf(t, "%-*s%6s", width, "", "N");
  for (u32 k = 0; k < table->columns.n; k++) {
    add_right(t, column_width(table, k), table->columns.at[k].name);
    if (table->figure.has_against && k != table->figure.against) add_right(t, 10, "increase");
  }
  text_add_char(t, '\n');
  for (u32 row = 0; row < table->rows.n; row++) {
    const BenchCell *first = NULL;
    for (u32 k = 0; k < table->columns.n && !first; k++) first = measure_cell(b, row, k);
    if (!first) continue;
    text_addf(t, "%-*s%6lu", width, p->programs.at[table->rows.at[row].program].name,
              first->paper->size);
    add_variants(b, row, t);
  }
}

static void print_means(const BenchTable *b, Text *t) {
  const PaperTable *table = b->paper;
  int width = name_width(table);
  text_addf(t, "%-*s%10s%10s%10s\n", width, "", "ours", "programs", "paper");
  for (u32 k = 0; k < table->columns.n; k++) {
    MeasureMean mean = measure_mean(b, k, table->figure.shows);
    if (!mean.n_all) continue;
    text_addf(t, "%-*s", width, table->columns.at[k].name);
    add_measure(t, 10, table->figure.shows, mean.ours, false);
    text_addf(t, "%7u/%u ", mean.n, mean.n_all);
    add_measure(t, 10, table->figure.shows, mean.paper, false);
    text_add_char(t, '\n');
  }
}

void bench_print_figure(const BenchTable *table, const Paper *p, Text *t) {
  const PaperFigure *figure = &table->paper->figure;
  if (!figure->name) return;
  text_addf(t, "\nfigure %s (%s): %s%s\n", figure->name, table->paper->name,
            figure->by_column ? "mean over the programs: " : "", measure_words[figure->shows]);
  if (figure->by_column)
    print_means(table, t);
  else
    print_variants(table, p, t);
}

void bench_print_sum(const BenchReport *r, Text *t) {
  u32 n_done = 0, n_old = 0, n_other = 0, n_failed = 0, n_left = 0, n_absent = 0, n_worst = 0,
      n_known = 0;
  for (u32 i = 0; i < r->tables.n; i++) {
    for (u32 k = 0; k < r->tables.at[i].cells.n; k++) {
      const BenchCell *c = &r->tables.at[i].cells.at[k];
      n_done += c->state == BENCH_DONE;
      n_old += c->state == BENCH_DONE && c->is_old;
      n_other += c->state == BENCH_DONE && c->is_other;
      n_failed += c->state == BENCH_FAILED;
      n_left += c->state == BENCH_LEFT;
      n_absent += c->state == BENCH_ABSENT;
      n_known += c->state == BENCH_DONE && c->paper->worst.is_number;
      n_worst += c->state == BENCH_DONE && c->paper->worst.is_number && bench_cell_met(c);
    }
  }
  text_addf(t, "\n%u cells measured", n_done);
  if (n_old) text_addf(t, " (%u of them before", n_old);
  if (n_other) text_addf(t, ", %u with another build of nadir: --again", n_other);
  if (n_old) text_add_char(t, ')');
  text_addf(t, ", the worst cost met in %u of %u", n_worst, n_known);
  if (n_failed) text_addf(t, "; %u failed", n_failed);
  if (n_absent) text_addf(t, "; %u not by a strategy of nadir", n_absent);
  if (n_left) text_addf(t, "; %u left: the same command goes on", n_left);
  text_add_char(t, '\n');
}
