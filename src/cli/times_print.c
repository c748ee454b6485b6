/* times_print.c — native times of the worst and of a typical input, side by side.
 *
 * A column that the host has no figures for is left out, and a line says so.
 */
#include "cli/times_print.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CELL = 40 };

enum {
  COLUMN_N,
  COLUMN_WORST,
  COLUMN_RATIO,
  COLUMN_TYPICAL,
  COLUMN_TYPICAL_RATIO,
  COLUMN_BOTH,
  COLUMN_INSTRUCTIONS,
  COLUMN_RUNS,
  N_COLUMNS
};

static const char *const heads[N_COLUMNS] = {
    [COLUMN_N] = "N",
    [COLUMN_WORST] = "worst",
    [COLUMN_RATIO] = "doubling",
    [COLUMN_TYPICAL] = "typical",
    [COLUMN_TYPICAL_RATIO] = "doubling",
    [COLUMN_BOTH] = "worst/typical",
    [COLUMN_INSTRUCTIONS] = "instructions",
    [COLUMN_RUNS] = "runs",
};

typedef struct TimesRow {
  char cell[N_COLUMNS][CELL];
} TimesRow;

static void set_count(TimesRow *r, u32 column, u64 n) {
  cleanup(text_free) Text t = {0};
  text_add_count(&t, n);
  snprintf(r->cell[column], CELL, "%s", text_c(&t));
}

static void set_ratio(TimesRow *r, u32 column, double more, double less) {
  cleanup(text_free) Text t = {0};
  if (!isfinite(more) || !isfinite(less)) return;
  text_add_ratio(&t, more / less);
  snprintf(r->cell[column], CELL, "x %s", text_c(&t));
}

static void set_seconds(TimesRow *r, u32 column, const WorstMedian *m) {
  if (m->n_runs && isnan(m->seconds)) snprintf(r->cell[column], CELL, "< 0.01 s");
  if (m->n_runs && !isnan(m->seconds)) snprintf(r->cell[column], CELL, "%.3f s", m->seconds);
  if (!m->n_runs) snprintf(r->cell[column], CELL, "-");
}

static void row_of(const WorstTiming *w, u32 i, TimesRow *r) {
  const WorstTimed *row = &w->rows.at[i], *before = i ? &w->rows.at[i - 1] : NULL;
  u32 n_outliers = row->worst.n_outliers;
  set_count(r, COLUMN_N, row->size);
  set_seconds(r, COLUMN_WORST, &row->worst);
  set_seconds(r, COLUMN_TYPICAL, &row->typical);
  if (row->typical.n_runs) set_ratio(r, COLUMN_BOTH, row->worst.seconds, row->typical.seconds);
  if (before) set_ratio(r, COLUMN_RATIO, row->worst.seconds, before->worst.seconds);
  if (before && row->typical.n_runs && before->typical.n_runs)
    set_ratio(r, COLUMN_TYPICAL_RATIO, row->typical.seconds, before->typical.seconds);
  if (row->worst.n_instructions) set_count(r, COLUMN_INSTRUCTIONS, row->worst.n_instructions);
  if (n_outliers)
    snprintf(r->cell[COLUMN_RUNS], CELL, "%u, %u outlier%s", row->worst.n_runs, n_outliers,
             n_outliers == 1 ? "" : "s");
  else
    snprintf(r->cell[COLUMN_RUNS], CELL, "%u", row->worst.n_runs);
}

static void print_row(Text *t, const TimesRow *r, const int *widths) {
  for (u32 c = 0; c < N_COLUMNS; c++)
    if (widths[c]) text_addf(t, "  %*s", widths[c], r->cell[c]);
  while (t->n && t->at[t->n - 1] == ' ') t->at[--t->n] = '\0';
  text_add_char(t, '\n');
}

/* What kind of inputs, built how. */
static void print_head(Text *t, const WorstTiming *w, const Names *flags) {
  text_add(t, "times   ");
  if (vec_last(&w->rows).size > w->from) {
    text_add(t, "the worst input at N=");
    text_add_count(t, w->from);
    text_add(t, " extended, and a random one; ");
  } else {
    text_add(t, "the worst inputs, and random ones; ");
  }
  text_add(t, "natively, by clang-19");
  for (u32 i = 0; i < flags->n; i++)
    if (!strncmp(flags->at[i], "-O", 2)) text_addf(t, " %s", flags->at[i]);
  text_add(t, "; medians of processor time, without the start of the process\n");
}

static void print_notes(Text *t, const WorstTiming *w) {
  bool is_counted = false, is_short = false;
  for (u32 i = 0; i < w->rows.n; i++) {
    const WorstTimed *row = &w->rows.at[i];
    is_counted |= row->worst.n_instructions != 0;
    is_short |= isnan(row->worst.seconds) || (row->typical.n_runs && isnan(row->typical.seconds));
  }
  if (worst_times_lost(w)) {
    text_add(
        t,
        "        extended, this input is no worst one any more: random ones take longer; that says "
        "nothing of N=");
    text_add_count(t, w->from);
    text_add_char(t, '\n');
  }
  if (!is_counted)
    text_add(t, "        instructions are not shown: this host does not let nadir count them\n");
  if (is_short) text_add(t, "        runs below 0.01 s are no evidence\n");
}

void times_print(Text *t, const WorstTiming *times, const Names *flags) {
  VEC(TimesRow) rows = {0};
  int widths[N_COLUMNS] = {0};
  if (!times->rows.n) {
    text_addf(t, "times   none: %s\n", times->why ? times->why : "nothing was measured");
    return;
  }
  vec_resize(&rows, times->rows.n + 1);
  memset(rows.at, 0, rows.n * sizeof *rows.at);
  for (u32 i = 0; i < times->rows.n; i++) row_of(times, i, &rows.at[i + 1]);
  for (u32 i = 0; i < rows.n; i++)
    for (u32 c = 0; c < N_COLUMNS; c++) widths[c] = MAX(widths[c], (int)strlen(rows.at[i].cell[c]));
  for (u32 c = 0; c < N_COLUMNS; c++) {
    if (!widths[c]) continue;
    snprintf(rows.at[0].cell[c], CELL, "%s", heads[c]);
    widths[c] = MAX(widths[c], (int)strlen(heads[c]));
  }
  print_head(t, times, flags);
  for (u32 i = 0; i < rows.n; i++) print_row(t, &rows.at[i], widths);
  print_notes(t, times);
  vec_free(&rows);
}
