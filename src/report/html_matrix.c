/* html_matrix.c — numbers in two dimensions, such as matrices of graphs: a table with shades while
 * the numbers can be read, then a grid of shades, then a grid of means.
 *
 * With more dimensions, the rows are those of the last one.
 */
#include "report/html_impl.h"

enum { MOST_TABLE = 20, MOST_GRID = 100, SPREAD = 16 /* there are 8 shades */ };

typedef struct Matrix {
  const WorstInput *in; /* borrowed */
  u64 n_rows, n_columns;
  u64 least, most; /* elements */
  bool is_log;     /* shades are logarithms */
  double low, high;
} Matrix;

static double depth(const Matrix *m, double x) { return m->is_log ? html_log(x) : x; }

static Matrix find_matrix(const WorstInput *in) {
  Matrix m = {.in = in, .n_columns = vec_last(&in->dimensions)};
  u64 n = worst_input_elements(in);
  m.n_rows = n / m.n_columns;
  for (u64 i = 1; i < n; i++) {
    if (html_element(in, i) < html_element(in, m.least)) m.least = i;
    if (html_element(in, i) > html_element(in, m.most)) m.most = i;
  }
  m.is_log = html_is_spread(in, SPREAD);
  m.low = depth(&m, html_element(in, m.least));
  m.high = depth(&m, html_element(in, m.most));
  return m;
}

static u32 shade(const Matrix *m, double x) {
  if (m->high <= m->low) return 0;
  return (u32)((depth(m, x) - m->low) / (m->high - m->low) * (N_SHADES - 1) + 0.5);
}

static void add_table(const Matrix *m, Text *to) {
  text_add(to, "<div class=\"wide\"><table class=\"matrix\">");
  for (u64 y = 0; y < m->n_rows; y++) {
    text_add(to, "<tr>");
    for (u64 x = 0; x < m->n_columns; x++) {
      u64 i = y * m->n_columns + x;
      text_addf(to, "<td class=\"s%u\">", shade(m, html_element(m->in, i)));
      html_element_text(m->in, i, to);
      text_add(to, "</td>");
    }
    text_add(to, "</tr>\n");
  }
  text_add(to, "</table></div>\n");
}

/* The mean of the elements that a cell of the grid stands for. */
static double mean(const Matrix *m, u64 x0, u64 x1, u64 y0, u64 y1) {
  double sum = 0;
  for (u64 y = y0; y < y1; y++)
    for (u64 x = x0; x < x1; x++) sum += html_element(m->in, y * m->n_columns + x);
  return sum / (double)((x1 - x0) * (y1 - y0));
}

/* One path for each shade, of lines as wide as a row: neighbours that share it are one line. */
static void add_grid(const Matrix *m, u64 width, u64 height, Text *to) {
  Text paths[N_SHADES] = {0};
  for (u64 y = 0; y < height; y++) {
    u32 last = N_SHADES;
    u64 from = 0;
    for (u64 x = 0; x <= width; x++) {
      u32 now = N_SHADES;
      if (x < width)
        now = shade(m, mean(m, x * m->n_columns / width, (x + 1) * m->n_columns / width,
                            y * m->n_rows / height, (y + 1) * m->n_rows / height));
      if (now == last) continue;
      if (last < N_SHADES) text_addf(&paths[last], "M%lu %luh%lu", from, y, x - from);
      last = now;
      from = x;
    }
  }
  html_addf(to,
            "<svg class=\"grid-matrix\" viewBox=\"0 0 %lu %lu\" role=\"img\" aria-label=\"the "
            "values of %s\"><g transform=\"translate(0 .5)\">",
            width, height, m->in->name);
  for (u32 i = 0; i < N_SHADES; i++) {
    if (paths[i].n) text_addf(to, "<path class=\"s%u\" d=\"%s\"/>", i, text_c(&paths[i]));
    text_free(&paths[i]);
  }
  text_add(to, "</g></svg>\n");
}

/* ---- public ---------------------------------------------------------------------------------- */

void html_matrix(const WorstInput *in, Text *to) {
  Matrix m = find_matrix(in);
  u64 width = MIN(m.n_columns, MOST_GRID), height = MIN(m.n_rows, MOST_GRID);
  text_add(to, "<figure class=\"input\">\n");
  if (m.n_columns <= MOST_TABLE && m.n_rows <= MOST_TABLE)
    add_table(&m, to);
  else
    add_grid(&m, width, height, to);
  html_addf(to, "<figcaption><b>%s</b>: ", in->name);
  for (u32 i = 0; i < in->dimensions.n; i++) {
    if (i) text_add(to, " × ");
    html_count(to, in->dimensions.at[i]);
  }
  text_add(to, " values, from ");
  html_element_text(in, m.least, to);
  text_add(to, " to ");
  html_element_text(in, m.most, to);
  if (width < m.n_columns || height < m.n_rows)
    text_addf(to, "; each cell is the mean of about %.0f",
              (double)(m.n_columns * m.n_rows) / (double)(width * height));
  html_addf(to, "%s.</figcaption></figure>\n", m.is_log ? "; shades are logarithms" : "");
}
