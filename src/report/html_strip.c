/* html_strip.c — the decisions of the worst path in their order, a row for each branch site.
 *
 * Up to a few thousand runs of equal decisions are drawn one by one.  With more, the path is cut
 * into columns of equally many decisions.  In each column, a row shows how the site's decisions
 * there divide among its sides.  So the picture stays small however long the path is.
 */
#include "report/html_impl.h"

#include <stdlib.h>

enum {
  MOST_ROWS = 24,
  MOST_RUNS = 3000,
  MOST_CELLS = 3000, /* columns times rows */
  LEAST_COLUMNS = 100,
  MOST_COLUMNS = 600,
  WIDTH = 1000, /* of the picture; the style sheet stretches it */
  HEIGHT = 10,
  N_SIDES = 3, /* 0, 1, and any other, of a switch for example */
};

typedef struct StripRow {
  u32 site;
  u64 n, sides[N_SIDES];
  Text paths[N_SIDES]; /* owned */
} StripRow;

typedef struct StripPlot {
  const WorstSize *size; /* borrowed */
  u64 total;
  U32Vec row_of;      /* owned; by site; rows.n: not shown */
  VEC(StripRow) rows; /* owned */
  u32 n_columns;      /* 0: runs are drawn one by one */
  u64 *cells;         /* owned; decisions by row, column and side */
} StripPlot;

static void strip_done(StripPlot *s) {
  for (u32 i = 0; i < s->rows.n; i++)
    for (u32 k = 0; k < N_SIDES; k++) text_free(&s->rows.at[i].paths[k]);
  vec_free(&s->rows);
  vec_free(&s->row_of);
  mem_free(s->cells);
}

/* Sides of what does not answer yes or no are numbers of their own. */
static u32 side_of(const WorstSize *size, const WorstStep *step) {
  static const char *const others[] = {"switch", "address", "value", "index", "size"};
  for (u32 i = 0; i < ARRAY_LEN(others); i++)
    if (!strcmp(size->sites.at[step->site].kind, others[i])) return N_SIDES - 1;
  return (u32)MIN(step->side, N_SIDES - 1);
}

/* ---- which rows ------------------------------------------------------------------------------ */

static int by_count(const void *a, const void *b) {
  const StripRow *x = a, *y = b;
  if (x->n != y->n) return x->n > y->n ? -1 : 1;
  return x->site < y->site ? -1 : 1;
}

static int by_site(const void *a, const void *b) {
  const StripRow *x = a, *y = b;
  return x->site < y->site ? -1 : 1;
}

/* The sites that decide most often, in the order of the program. */
static void find_rows(StripPlot *s) {
  const WorstSize *size = s->size;
  for (u32 i = 0; i < size->sites.n; i++) vec_push(&s->rows, ((StripRow){.site = i}));
  for (u32 i = 0; i < size->strip.n; i++) {
    StripRow *row = &s->rows.at[size->strip.at[i].site];
    row->n += size->strip.at[i].count;
    row->sides[side_of(size, &size->strip.at[i])] += size->strip.at[i].count;
    s->total += size->strip.at[i].count;
  }
  qsort(s->rows.at, s->rows.n, sizeof *s->rows.at, by_count);
  while (s->rows.n && (s->rows.n > MOST_ROWS || !vec_last(&s->rows).n)) s->rows.n--;
  qsort(s->rows.at, s->rows.n, sizeof *s->rows.at, by_site);
  vec_resize(&s->row_of, size->sites.n);
  for (u32 i = 0; i < size->sites.n; i++) s->row_of.at[i] = s->rows.n;
  for (u32 i = 0; i < s->rows.n; i++) s->row_of.at[s->rows.at[i].site] = i;
}

/* ---- drawing --------------------------------------------------------------------------------- */

static void draw_runs(StripPlot *s) {
  double scale = (double)WIDTH / (double)s->total;
  u64 from = 0;
  for (u32 i = 0; i < s->size->strip.n; i++) {
    const WorstStep *step = &s->size->strip.at[i];
    u32 row = s->row_of.at[step->site];
    double width = (double)step->count * scale;
    if (row < s->rows.n && step->count)
      text_addf(&s->rows.at[row].paths[side_of(s->size, step)], "M%.2f 0h%.2fv%dH%.2fz",
                (double)from * scale, MAX(width, 0.7), HEIGHT, (double)from * scale);
    from += step->count;
  }
}

static u64 *cell(const StripPlot *s, u32 row, u32 column) {
  return s->cells + ((size_t)row * s->n_columns + column) * N_SIDES;
}

static u64 first_of_column(const StripPlot *s, u32 column) {
  return (u64)((u128)s->total * column / s->n_columns);
}

static void count_cells(StripPlot *s) {
  u64 from = 0;
  u32 column = 0;
  for (u32 i = 0; i < s->size->strip.n; i++) {
    const WorstStep *step = &s->size->strip.at[i];
    u32 row = s->row_of.at[step->site];
    u64 end = from + step->count;
    while (from < end) {
      while (first_of_column(s, column + 1) <= from) column++;
      u64 to = MIN(end, first_of_column(s, column + 1));
      if (row < s->rows.n) cell(s, row, column)[side_of(s->size, step)] += to - from;
      from = to;
    }
  }
}

/* The shares of a cell in tenths of its height, so that equal neighbours can be one rectangle; a
 * side that occurs is seen. */
static void find_shares(const u64 *counts, u32 *ret) {
  u64 n = 0;
  for (u32 k = 0; k < N_SIDES; k++) n += counts[k];
  u32 left = n ? HEIGHT : 0, largest = 0;
  for (u32 k = 0; k < N_SIDES; k++) {
    ret[k] = counts[k] ? MAX(1, (u32)((double)counts[k] / (double)n * HEIGHT)) : 0;
    left -= ret[k];
    if (counts[k] > counts[largest]) largest = k;
  }
  ret[largest] += left; /* may be "negative": unsigned arithmetic comes out right */
}

static void draw_cells(StripPlot *s, u32 row, u32 from, u32 to, const u32 *shares) {
  double scale = (double)WIDTH / s->n_columns, x = from * scale, width = (to - from) * scale;
  u32 y = 0;
  for (u32 k = 0; k < N_SIDES; k++) {
    if (shares[k])
      text_addf(&s->rows.at[row].paths[k], "M%.2f %uh%.2fv%uH%.2fz", x, y, width, shares[k], x);
    y += shares[k];
  }
}

static void draw_columns(StripPlot *s) {
  s->cells = mem_new((size_t)s->rows.n * s->n_columns * N_SIDES * sizeof *s->cells);
  count_cells(s);
  for (u32 row = 0; row < s->rows.n; row++) {
    u32 from = 0, last[N_SIDES];
    find_shares(cell(s, row, 0), last);
    for (u32 column = 1; column <= s->n_columns; column++) {
      u32 now[N_SIDES] = {0};
      if (column < s->n_columns) find_shares(cell(s, row, column), now);
      if (column < s->n_columns && !memcmp(now, last, sizeof now)) continue;
      draw_cells(s, row, from, column, last);
      memcpy(last, now, sizeof now);
      from = column;
    }
  }
}

/* ---- the table ------------------------------------------------------------------------------- */

static void add_row(const StripPlot *s, const StripRow *row, Text *to) {
  const WorstSite *site = &s->size->sites.at[row->site];
  html_addf(to, "<tr><th scope=\"row\">%s <small>", *site->place.fn ? site->place.fn : site->kind);
  const char *slash = strrchr(site->place.file, '/');
  html_text(to, slash ? slash + 1 : site->place.file);
  if (site->place.line) text_addf(to, ":%u:%u", site->place.line, site->place.column);
  if (*site->kind && strcmp(site->kind, "branch")) html_addf(to, ", %s", site->kind);
  text_addf(to,
            "</small></th><td class=\"strip\"><svg viewBox=\"0 0 %d %d\" "
            "preserveAspectRatio=\"none\" aria-hidden=\"true\">",
            WIDTH, HEIGHT);
  for (u32 k = 0; k < N_SIDES; k++)
    if (row->paths[k].n)
      text_addf(to, "<path class=\"side%u\" d=\"%s\"/>", k, text_c(&row->paths[k]));
  text_add(to, "</svg></td>");
  for (u32 k = 0; k < 2; k++) {
    html_addf(to, "<td class=\"n\">%'lu</td>", row->sides[1 - k]);
  }
  html_addf(to, "<td class=\"n\">%'lu</td></tr>\n", row->n);
}

static void add_caption(const StripPlot *s, Text *to) {
  text_add(to, "<figcaption>");
  static const char *const names[] = {"0 (false)", "1 (true)", "other"};
  u64 sums[N_SIDES] = {0};
  for (u32 i = 0; i < s->rows.n; i++)
    for (u32 k = 0; k < N_SIDES; k++) sums[k] += s->rows.at[i].sides[k];
  static const u32 order[] = {1, 0, 2};
  for (u32 i = 0; i < N_SIDES; i++)
    if (sums[order[i]])
      text_addf(to,
                "<span><svg class=\"key\" viewBox=\"0 0 28 14\" aria-hidden=\"true\"><path "
                "class=\"side%u\" d=\"M4 2h20v10H4z\"/></svg> %s</span> ",
                order[i], names[order[i]]);
  text_add(to, "<br>");
  html_plural(to, s->total, "decision");
  text_add(to, " from left to right, in ");
  html_plural(to, s->size->strip.n, "run");
  text_add(to, " of equal ones.");
  if (s->n_columns) {
    html_addf(to,
              " Too many to draw one by one: each of %u columns sums up about %'lu, and its "
              "colours are the shares.",
              s->n_columns, MAX(1, s->total / s->n_columns));
  }
  if (s->rows.n < s->size->sites.n) {
    text_add_char(to, ' ');
    html_plural(to, s->size->sites.n - s->rows.n, "site");
    text_add(to, " with fewer decisions not shown.");
  }
  text_add(to, "</figcaption>");
}

static void add_decisions(const WorstSize *size, Text *to) {
  enum { MOST = 400 };
  if (!size->decisions || !*size->decisions) return;
  size_t n = strlen(size->decisions), shown = n;
  if (n > MOST)
    for (shown = MOST; shown && size->decisions[shown] != ' ';) shown--;
  text_add(to, "<p class=\"values\">");
  html_text_n(to, size->decisions, shown);
  if (shown < n) text_add(to, " …");
  text_add(to, "</p>\n");
}

/* ---- public ---------------------------------------------------------------------------------- */

void html_strip(const WorstSize *size, Text *to) {
  if (!size->strip.n) return;
  cleanup(strip_done) StripPlot s = {.size = size};
  find_rows(&s);
  if (!s.total) return;
  if (size->strip.n > MOST_RUNS)
    s.n_columns = (u32)MIN(MAX(MOST_CELLS / s.rows.n, LEAST_COLUMNS), MOST_COLUMNS);
  if (s.n_columns)
    draw_columns(&s);
  else
    draw_runs(&s);
  text_add(to, "<h3>Decisions</h3>\n<figure>\n<div class=\"wide\"><table class=\"decisions\">"
               "<thead><tr><th>site</th><th></th><th class=\"n\">1</th><th class=\"n\">0</th>"
               "<th class=\"n\">all</th></tr></thead>\n<tbody>\n");
  for (u32 i = 0; i < s.rows.n; i++) add_row(&s, &s.rows.at[i], to);
  text_add(to, "</tbody></table></div>\n");
  add_caption(&s, to);
  text_add(to, "</figure>\n");
  add_decisions(size, to);
}
