/* html_input.c — the worst input, drawn: bars for numbers, text for characters, digits for bytes.
 *
 * Large inputs are summed up, and the page says how.  The page is for looking at; the values
 * themselves are in the test file.
 */
#include "report/html_impl.h"
#include "report/input_text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

enum {
  MOST_BARS = 400,   /* a bar has at least two pixels */
  SPREAD = 400,      /* times the median: the others would be flat beside such a bar */
  TIPPED_BARS = 128, /* have their value as a tip of their own */
  MOST_VALUES = 200,
  MOST_CHARS = 4096,
  MOST_BYTES = 2048,
  MOST_ROWS = 100, /* of a table of structs */
  BYTES_PER_ROW = 32,
};

/* ---- numbers --------------------------------------------------------------------------------- */

typedef struct Bars {
  const WorstInput *in; /* borrowed */
  u64 n;                /* elements */
  u32 n_bars;
  double low, high;
  bool is_log; /* small and huge values together: heights are logarithms */
} Bars;

static double height(const Bars *b, double x) { return b->is_log ? html_log(x) : x; }

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static Bars find_bars(const WorstInput *in) {
  Bars b = {.in = in, .n = worst_input_elements(in)};
  b.n_bars = (u32)MIN(b.n, MOST_BARS);
  b.is_log = html_is_spread(in, SPREAD);
  for (u64 i = 0; i < b.n; i++) {
    b.low = fmin(b.low, html_element(in, i));
    b.high = fmax(b.high, html_element(in, i));
  }
  return b;
}

/* 0 is at the bottom of the picture, which is 100 high. */
static double y_of(const Bars *b, double x) {
  double low = height(b, b->low), high = height(b, b->high);
  return high > low ? 100 - 100 * (height(b, x) - low) / (high - low) : 100;
}

/* The values that share a bar: it stands from zero to the mean, and a line spans all of them. */
static void add_bar(const Bars *b, u32 i, Text *bars, Text *spans) {
  u64 from = b->n * i / b->n_bars, to = b->n * (i + 1) / b->n_bars;
  double sum = 0, least = INFINITY, most = -INFINITY;
  for (u64 k = from; k < to; k++) {
    double x = html_element(b->in, k);
    sum += x;
    least = fmin(least, x);
    most = fmax(most, x);
  }
  double zero = y_of(b, 0), mean = y_of(b, sum / (double)(to - from));
  double top = fmin(mean, zero), size = fmax(fabs(mean - zero), 0.8);
  if (b->n <= TIPPED_BARS) {
    text_addf(bars, "<path d=\"M%u.1 %.1fh.8v%.1fh-.8z\"><title>%lu: ", i, top, size, from);
    html_element_text(b->in, from, bars);
    text_add(bars, "</title></path>");
    return;
  }
  text_addf(bars, "M%u %.1fh1v%.1fh-1z", i, top, size);
  if (most > least) text_addf(spans, "M%u.5 %.1fV%.1f", i, y_of(b, most), y_of(b, least));
}

static void add_bars(const Bars *b, Text *to) {
  cleanup(text_free) Text bars = {0}, spans = {0};
  for (u32 i = 0; i < b->n_bars; i++) add_bar(b, i, &bars, &spans);
  html_addf(to,
            "<svg class=\"bars\" viewBox=\"0 0 %u 100\" preserveAspectRatio=\"none\" role=\"img\" "
            "aria-label=\"the values of %s\">",
            b->n_bars, b->in->name);
  if (b->n <= TIPPED_BARS)
    text_add(to, text_c(&bars));
  else
    text_addf(to, "<path d=\"%s\"/><path class=\"span\" d=\"%s\"/>", text_c(&bars), text_c(&spans));
  text_add(to, "</svg>\n");
}

static void add_bounds(const Bars *b, Text *to) {
  u64 least = 0, most = 0;
  for (u64 i = 1; i < b->n; i++) {
    if (html_element(b->in, i) < html_element(b->in, least)) least = i;
    if (html_element(b->in, i) > html_element(b->in, most)) most = i;
  }
  html_addf(to, "%'lu values, from ", b->n);
  html_element_text(b->in, least, to);
  text_add(to, " to ");
  html_element_text(b->in, most, to);
}

static void add_line(const WorstInput *in, Text *to) {
  text_add(to, "<p class=\"values\">");
  html_input_line(in, MOST_VALUES, to);
  text_add(to, "</p>\n");
}

static void add_numbers(const WorstInput *in, Text *to) {
  Bars b = find_bars(in);
  text_add(to, "<figure class=\"input\">\n");
  add_bars(&b, to);
  html_addf(to, "<figcaption><b>%s</b>: ", in->name);
  add_bounds(&b, to);
  if (b.n > MOST_BARS) {
    html_addf(
        to, "; each of the %u bars is the mean of about %'lu neighbours, the line in it spans them",
        b.n_bars, (b.n + b.n_bars / 2) / b.n_bars);
  }
  html_addf(to, "%s.</figcaption>\n", b.is_log ? "; heights are logarithms" : "");
  add_line(in, to);
  text_add(to, "</figure>\n");
}

/* ---- characters and bytes -------------------------------------------------------------------- */

/* As in C, so that what cannot be seen is seen. */
static void add_char(Text *to, u8 c) {
  static const char names[] = "0abtnvfr"; /* of the codes 0 and 7 to 13 */
  if (c == '\\' || c == '"')
    text_addf(to, c == '"' ? "\\&quot;" : "\\\\");
  else if (c >= 0x20 && c < 0x7f)
    html_text_n(to, (const char[]){(char)c}, 1);
  else if (c == 0 || (c >= 7 && c <= 13))
    text_addf(to, "<em>\\%c</em>", names[c ? c - 6 : 0]);
  else
    text_addf(to, "<em>\\x%02x</em>", c);
}

static void add_chars(Text *to, const u8 *at, u64 n, u64 most) {
  text_add(to, "&quot;");
  for (u64 i = 0; i < MIN(n, most); i++) add_char(to, at[i]);
  text_add(to, "&quot;");
  if (n > most) text_add(to, " …");
}

/* Below the first `shown` of n characters, bytes or elements. */
static void add_caption(const WorstInput *in, u64 n, const char *word, u64 shown, Text *to) {
  html_addf(to, "<figcaption><b>%s</b>: ", in->name);
  html_plural(to, n, word);
  if (in->element_bytes > 1 && !strcmp(word, "byte"))
    text_addf(to, ", %u in each element", in->element_bytes);
  if (n > shown) text_addf(to, ", the first %lu of them", shown);
  text_add(to, ".</figcaption></figure>\n");
}

static void add_text(const WorstInput *in, Text *to) {
  u64 n = worst_input_elements(in);
  u64 row = in->dimensions.n ? vec_last(&in->dimensions) : 1, shown = MIN(n, MOST_CHARS);
  text_add(to, "<figure class=\"input\"><pre class=\"text\">");
  for (u64 i = 0; i < shown; i += row) {
    if (i) text_add_char(to, '\n');
    add_chars(to, in->bytes + i, row, shown - i);
  }
  text_add(to, "</pre>");
  add_caption(in, n, "character", shown, to);
}

static void add_bytes(const WorstInput *in, Text *to) {
  u64 n = worst_input_elements(in) * in->element_bytes, shown = MIN(n, MOST_BYTES);
  u64 row = in->element_bytes > 1 && in->element_bytes <= BYTES_PER_ROW ? in->element_bytes
                                                                        : BYTES_PER_ROW;
  text_add(to, "<figure class=\"input\"><pre class=\"text\">");
  for (u64 i = 0; i < shown; i++) {
    if (i % row == 0) text_addf(to, "%s<em>%6lx</em> ", i ? "\n" : "", i);
    text_addf(to, " %02x", in->bytes[i]);
  }
  text_add(to, "</pre>");
  add_caption(in, n, "byte", shown, to);
}

/* A row for each element, a column for each field. */
static void add_structs(const WorstInput *in, Text *to) {
  u64 n = worst_input_elements(in), shown = MIN(n, MOST_ROWS);
  text_add(
      to,
      "<figure class=\"input\"><div class=\"wide\"><table class=\"ledger\"><thead><tr><th></th>");
  for (u32 k = 0; k < in->fields.n; k++) {
    html_addf(to, "<th>%s</th>", in->fields.at[k].name);
  }
  text_add(to, "</tr></thead><tbody>\n");
  for (u64 i = 0; i < shown; i++) {
    text_addf(to, "<tr><th>%lu</th>", i);
    for (u32 k = 0; k < in->fields.n; k++) {
      cleanup(text_free) Text value = {0};
      worst_field_text(in, i, &in->fields.at[k], &value);
      html_addf(to, "<td>%s</td>", text_c(&value));
    }
    text_add(to, "</tr>\n");
  }
  text_add(to, "</tbody></table></div>");
  add_caption(in, n, "element", shown, to);
}

static void add_input(const WorstInput *in, Text *to) {
  u64 n = worst_input_elements(in);
  if (n && worst_input_is_text(in) && in->dimensions.n)
    add_text(in, to);
  else if (n && in->fields.n && *in->fields.at[0].name)
    add_structs(in, to);
  else if (n && in->kind == ELEMENT_BYTES && !in->fields.n)
    add_bytes(in, to);
  else if (n && in->fields.n)
    add_line(in, to);
  else if (n > 1 && in->dimensions.n > 1)
    html_matrix(in, to);
  else if (n > 1)
    add_numbers(in, to);
  else
    add_line(in, to);
}

/* The elements of a line: all, or the first ones and the last three. */
static void add_elements(const WorstInput *in, u64 n, u32 most, Text *to) {
  u64 tail = n > most ? 3 : 0, head = n > most ? most - tail : n;
  for (u64 i = 0; i < head; i++) {
    text_add_char(to, ' ');
    html_element_text(in, i, to);
  }
  if (n > most) text_add(to, " …");
  for (u64 i = n - tail; i < n; i++) {
    text_add_char(to, ' ');
    html_element_text(in, i, to);
  }
}

/* ---- public ---------------------------------------------------------------------------------- */

double html_element(const WorstInput *in, u64 i) {
  double x = in->kind == ELEMENT_FLOAT ? worst_input_float(in, i) : 0;
  if (in->kind == ELEMENT_FLOAT) return isfinite(x) ? x : 0;
  return in->kind == ELEMENT_SIGNED ? (double)worst_input_number(in, i)
                                    : (double)worst_input_word(in, i);
}

double html_log(double x) { return copysign(log2(1 + fabs(x)), x); }

bool html_is_spread(const WorstInput *in, double factor) {
  u64 n = worst_input_elements(in), n_sizes = 0;
  cleanup(freep) double *sizes = mem_new(n * sizeof *sizes);
  for (u64 i = 0; i < n; i++)
    if (html_element(in, i) != 0) sizes[n_sizes++] = fabs(html_element(in, i));
  qsort(sizes, n_sizes, sizeof *sizes, by_size);
  return n_sizes && sizes[n_sizes - 1] > factor * sizes[n_sizes / 2];
}

void html_element_text(const WorstInput *in, u64 i, Text *to) {
  const u8 *at = in->bytes + i * in->element_bytes;
  if (in->fields.n) {
    cleanup(text_free) Text value = {0};
    worst_fields_text(in, i, &value);
    html_text(to, text_c(&value));
    return;
  }
  switch (in->kind) {
  case ELEMENT_SIGNED:
    text_addf(to, "%ld", worst_input_number(in, i));
    break;
  case ELEMENT_UNSIGNED:
    text_addf(to, "%lu", worst_input_word(in, i));
    break;
  case ELEMENT_FLOAT:
    text_addf(to, "%.*g", in->element_bytes == 4 ? 9 : 17, worst_input_float(in, i));
    break;
  case ELEMENT_CHAR:
    add_char(to, *at);
    break;
  case ELEMENT_BYTES:
    for (u32 k = 0; k < MIN(in->element_bytes, 16); k++) text_addf(to, "%02x", at[k]);
    if (in->element_bytes > 16) text_add(to, "…");
    break;
  }
}

void html_input_line(const WorstInput *in, u32 most, Text *to) {
  u64 n = worst_input_elements(in);
  html_addf(to, "<span class=\"value\">%s =", in->name);
  if (worst_input_is_text(in)) {
    text_add_char(to, ' ');
    add_chars(to, in->bytes, n, (u64)most * 3);
  } else if (n) {
    add_elements(in, n, most, to);
  } else {
    text_add(to, " (empty)");
  }
  text_add(to, "</span>");
}

void html_inputs(const WorstSize *s, Text *to) {
  text_add(to, "<h3>Input</h3>\n");
  if (!s->inputs.n) text_add(to, "<p>The program asked for no input.</p>\n");
  for (u32 i = 0; i < s->inputs.n; i++) {
    add_input(&s->inputs.at[i], to);
    if (!s->inputs.at[i].n_left_out) continue;
    html_addf(to, "<p>The test has %'lu more elements of it.</p>\n", s->inputs.at[i].n_left_out);
  }
}
