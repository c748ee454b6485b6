/* html_cover.c — the page about what tests cover: how it was reached, file by file, what is
 * missing, and the sources with the sides of each branch.
 *
 * The files are read when the page is made.  A file that no test reached has only its row.
 */
#include "report/html_cover.h"

#include "report/html_impl.h"
#include "report/plot.h"

#include <math.h>
#include <string.h>

enum { MOST_GAPS = 100, MOST_LINES = 6000, MOST_SIDES = 5 };

static void add_share(Text *to, u32 n, u32 of) {
  html_addf(to, "%'u of %'u", n, of);
  if (of) text_addf(to, " (%.1f %%)", cover_percent(n, of));
}

/* ---- the head ------------------------------------------------------------------------------------ */

static void add_fact(Text *to, const char *name, const char *html) {
  text_addf(to, "<div><dt>%s</dt><dd>%s</dd></div>\n", name, html);
}

static void add_facts(const CoverReport *r, Text *to) {
  cleanup(text_free) Text blocks = {0}, functions = {0}, lines = {0}, tests = {0}, time = {0},
                          errors = {0};
  add_share(&blocks, r->counts.n_blocks_entered, r->counts.n_blocks);
  add_share(&functions, r->counts.n_fns_entered, r->counts.n_fns);
  add_share(&lines, r->counts.n_lines_run, r->counts.n_lines);
  html_addf(&tests, "%'u chosen of %'lu", r->tests.n, r->n_found);
  html_seconds(&time, r->run->seconds);
  text_add(&time, r->run->is_complete ? ", every path" : "");
  html_count(&errors, r->run->errors.n);
  text_add(to, "<dl class=\"facts\">\n");
  add_fact(to, "blocks", text_c(&blocks));
  add_fact(to, "functions", text_c(&functions));
  add_fact(to, "lines", text_c(&lines));
  add_fact(to, "tests", text_c(&tests));
  add_fact(to, "errors", text_c(&errors));
  add_fact(to, "time", text_c(&time));
  add_fact(to, "search", r->run->search ? r->run->search : "");
  text_add(to, "</dl>\n");
}

static void add_errors(const CoverReport *r, Text *to) {
  if (!r->run->errors.n) return;
  text_add(to, "<h2>Errors</h2>\n<ul>\n");
  for (u32 i = 0; i < r->run->errors.n; i++) {
    const ReportError *e = &r->run->errors.at[i];
    html_addf(to, "<li>%s:%u: %s", e->place.file, e->place.line, e->meaning);
    if (e->native.verdict == VERDICT_CONFIRMED) {
      html_addf(to, "; native: confirmed (sandbox: %s)",
                r->run->sandbox ? r->run->sandbox : "unknown");
    }
    text_add(to, "</li>\n");
  }
  text_add(to, "</ul>\n");
}

static void add_names(Text *to, const Names *names) {
  for (u32 i = 0; i < names->n; i++) {
    html_addf(to, "<code>%s</code> ", names->at[i]);
  }
}

static void add_head(const CoverReport *r, Text *to) {
  cleanup(text_free) Text title = {0};
  add_share(&title, r->counts.n_sides_taken, r->counts.n_sides);
  text_add(&title, " sides of branches covered");
  html_begin(text_c(&title), to);
  text_addf(to, "<header>\n<p class=\"kind\">coverage</p>\n<h1>%s</h1>\n<p>", text_c(&title));
  add_names(to, &r->run->recipe.files);
  add_names(to, &r->run->recipe.arguments);
  text_add(to, "</p>\n");
  add_facts(r, to);
  text_add(to, "</header>\n");
  add_errors(r, to);
}

/* ---- over time ----------------------------------------------------------------------------------- */

typedef VEC(PlotPoint) Points;

static void add_chart(const CoverReport *r, bool of_states, Text *to) {
  Points at = {0};
  double high = 1, end = 0.1;
  for (u32 i = 0; i < r->curve.n; i++) {
    const CoverPoint *p = &r->curve.at[i];
    double y = (double)(of_states ? p->n_states : p->n_sides);
    vec_push(&at, ((PlotPoint){p->seconds, y}));
    high = fmax(high, y);
    end = fmax(end, p->seconds);
  }
  Plot p = {.width = 430,
            .height = 260,
            .x_label = "seconds",
            .y_label = of_states ? "unfinished paths" : "sides taken",
            .y.is_whole = true,
            .to = to};
  plot_fit(&p.x, 0, end, end, false);
  plot_fit(&p.y, 0, high, 1, false);
  plot_begin(&p, of_states ? "unfinished paths over time" : "sides of branches over time");
  plot_line(&p, of_states ? "c1" : "c0", at.at, at.n);
  plot_end(&p);
  vec_free(&at);
}

static void add_charts(const CoverReport *r, Text *to) {
  if (r->curve.n < 2) return;
  text_add(to, "<h2>Over time</h2>\n<figure class=\"pair\">\n");
  add_chart(r, false, to);
  add_chart(r, true, to);
  text_add(
      to,
      "<figcaption>Left: sides of branches that some path had taken; the tests may take more, as "
      "they run on where the search ended. Right: paths that were not explored to their end."
      "</figcaption></figure>\n");
}

/* ---- files --------------------------------------------------------------------------------------- */

static void add_cells(Text *to, u32 n, u32 of) {
  text_addf(to, "<td class=\"n\">%u</td><td class=\"n\">%u</td><td class=\"n\">", n, of);
  if (of) text_addf(to, "%.1f", cover_percent(n, of));
  text_add(to, "</td>");
}

static void add_row(Text *to, const CoveredCounts *c) {
  add_cells(to, c->n_sides_taken, c->n_sides);
  add_cells(to, c->n_blocks_entered, c->n_blocks);
  add_cells(to, c->n_fns_entered, c->n_fns);
  add_cells(to, c->n_lines_run, c->n_lines);
  text_add(to, "</tr>\n");
}

static void add_table(const CoverReport *r, Text *to) {
  text_add(to,
           "<h2>Files</h2>\n<div class=\"wide\"><table class=\"ledger\"><thead><tr><th>file</th>"
           "<th class=\"n\">sides</th><th class=\"n\">of</th><th class=\"n\">%</th>"
           "<th class=\"n\">blocks</th><th class=\"n\">of</th><th class=\"n\">%</th>"
           "<th class=\"n\">functions</th><th class=\"n\">of</th><th class=\"n\">%</th>"
           "<th class=\"n\">lines</th><th class=\"n\">of</th><th class=\"n\">%</th>"
           "</tr></thead><tbody>\n");
  cleanup(freep) const CoveredFile **files = cover_report_order(r);
  for (u32 i = 0; i < r->files.n; i++) {
    html_addf(to, "<tr><th scope=\"row\"><a href=\"#f%u\">%s</a></th>",
              (u32)(files[i] - r->files.at), files[i]->name);
    add_row(to, &files[i]->counts);
  }
  if (cover_has_others(r)) {
    text_add(to, "<tr class=\"sum\"><th scope=\"row\">the program’s own, beside main</th>");
    add_row(to, &r->own);
  }
  text_add(to, "<tr class=\"sum\"><th scope=\"row\">all</th>");
  add_row(to, &r->counts);
  text_add(to, "</tbody></table></div>\n");
}

static void add_gaps(const CoverReport *r, Text *to) {
  CoverGapVec gaps = {0};
  cover_report_gaps(r, &gaps);
  if (!gaps.n) return;
  text_add(to,
           "<h2>Sides that no test takes</h2>\n<p>Nearest to what is covered first, and of these "
           "the program’s own. Distance 0: some test comes to the branch, and goes another way; "
           "else the number of branches and calls in between.</p>\n<div class=\"wide\"><table "
           "class=\"ledger\"><thead>"
           "<tr><th>place</th><th>function</th><th>side</th><th class=\"n\">distance</th></tr>"
           "</thead><tbody>\n");
  for (u32 i = 0; i < gaps.n && i < MOST_GAPS; i++) {
    const CoverGap *g = &gaps.at[i];
    u32 file = (u32)(g->file - r->files.at);
    html_addf(to,
              "<tr><th scope=\"row\"><a "
              "href=\"#f%ul%u\">%s:%u:%u</a></th><td><code>%s</code></td><td>%s %s",
              file, g->branch->line, g->file->name, g->branch->line, g->branch->column,
              g->branch->fn, covered_kind_names[g->branch->kind], g->side->label);
    if (g->side->distance == UINT32_MAX)
      text_add(to, "</td><td class=\"n\">–</td></tr>\n");
    else
      text_addf(to, "</td><td class=\"n\">%u</td></tr>\n", g->side->distance);
  }
  text_add(to, "</tbody></table></div>\n");
  if (gaps.n > MOST_GAPS) text_addf(to, "<p>… and %u more.</p>\n", gaps.n - MOST_GAPS);
  vec_free(&gaps);
}

/* ---- sources ------------------------------------------------------------------------------------- */

static u32 count_taken(const CoveredBranch *b) {
  u32 n = 0;
  for (u32 i = 0; i < b->sides.n; i++) n += b->sides.at[i].n_tests > 0;
  return n;
}

/* Of a large switch only how many sides are taken, and those that are not. */
static void add_sides(const CoveredBranch *b, Text *to) {
  bool is_short = b->sides.n > MOST_SIDES;
  text_addf(to, "<span class=\"branch\">");
  if (is_short) text_addf(to, "<span class=\"taken\">%u of %u</span> ", count_taken(b), b->sides.n);
  for (u32 i = 0; i < b->sides.n; i++) {
    const CoveredSide *s = &b->sides.at[i];
    if (is_short && s->n_tests) continue;
    html_addf(to, "<span class=\"%s\" title=\"%s %s, column %u: ", s->n_tests ? "taken" : "missed",
              covered_kind_names[b->kind], s->label, b->column);
    html_plural(to, s->n_tests, "test");
    text_add(to, "\">");
    if (b->kind != COVERED_SWITCH)
      text_add_char(to, (char)(s->label[0] - 'a' + 'A'));
    else
      html_text(to, s->label);
    text_add(to, "</span> ");
  }
  text_add(to, "</span> ");
}

static void add_line(const CoverReport *r, const CoveredFile *f, u32 line, u32 *io_l, u32 *io_b,
                     const char *at, size_t n, Text *to) {
  while (*io_l < f->lines.n && f->lines.at[*io_l].line < line) ++*io_l;
  while (*io_b < f->branches.n && f->branches.at[*io_b].line < line) ++*io_b;
  bool has_code = *io_l < f->lines.n && f->lines.at[*io_l].line == line;
  u64 count = has_code ? f->lines.at[*io_l].n : 0;
  if (n && at[n - 1] == '\r') n--;
  text_addf(to, "<tr id=\"f%ul%u\"%s><td class=\"n\">%u</td><td class=\"n count\">",
            (u32)(f - r->files.at), line,
            !has_code ? ""
            : count   ? " class=\"ran\""
                      : " class=\"idle\"",
            line);
  if (has_code) html_count(to, count);
  text_add(to, "</td><td class=\"sides\">");
  for (; *io_b < f->branches.n && f->branches.at[*io_b].line == line; ++*io_b)
    add_sides(&f->branches.at[*io_b], to);
  text_add(to, "</td><td><code>");
  html_text_n(to, at, n);
  text_add(to, "</code></td></tr>\n");
}

static void add_source(const CoverReport *r, const CoveredFile *f, Text *to) {
  cleanup(text_free) Text text = {0};
  if (!html_source_read(&r->run->recipe, f->name, &text, to)) return;
  text_add(to, "<div class=\"wide\"><table class=\"source\">\n");
  const char *at = text_c(&text), *end = at + text.n;
  u32 next_line = 0, next_branch = 0;
  for (u32 line = 1; at < end && line <= MOST_LINES; line++) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    if (!stop) stop = end;
    add_line(r, f, line, &next_line, &next_branch, at, (size_t)(stop - at), to);
    at = stop + 1;
  }
  text_add(to, "</table></div>\n");
}

static void add_sources(const CoverReport *r, Text *to) {
  text_add(
      to,
      "<h2>Sources</h2>\n<p>The second number is how often the tests came to the line. T and F, "
      "or the cases of a switch: sides that <span class=\"taken\">some</span> test takes, and "
      "that <span class=\"missed\">none</span> does.</p>\n");
  cleanup(freep) const CoveredFile **files = cover_report_order(r);
  for (u32 i = 0; i < r->files.n; i++) {
    const CoveredFile *f = files[i];
    html_addf(to, "<details id=\"f%u\"%s><summary><code>%s</code>: ", (u32)(f - r->files.at),
              i ? "" : " open", f->name);
    add_share(to, f->counts.n_sides_taken, f->counts.n_sides);
    text_add(to, "</summary>\n");
    if (f->counts.n_fns_entered || f->counts.n_lines_run)
      add_source(r, f, to);
    else
      text_add(to, "<p>No test comes here.</p>\n");
    text_add(to, "</details>\n");
  }
}

void html_cover(const CoverReport *r, Text *to) {
  add_head(r, to);
  add_charts(r, to);
  add_table(r, to);
  add_gaps(r, to);
  add_sources(r, to);
  html_end(to);
}
