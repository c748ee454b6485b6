/* html_source.c — the user's source with how often each line ran on the worst input.
 *
 * The files are read when the page is made.  Long stretches that did not run are left out.
 */
#include "base/os.h"
#include "report/hot_lines.h"
#include "report/html_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { CONTEXT = 3, MOST_LINES = 2000 };

typedef struct HtmlSource {
  const char *name; /* borrowed */
  Text text;        /* owned */
  VEC(u64) counts;  /* owned; by line from 1; NOT_COUNTED: no code there */
  u64 most;
} HtmlSource;

static const u64 NOT_COUNTED = UINT64_MAX;

static void source_done(HtmlSource *s) {
  text_free(&s->text);
  vec_free(&s->counts);
}

static void find_counts(HtmlSource *s, const WorstFile *f) {
  u32 n_lines = 1;
  for (size_t i = 0; i < s->text.n; i++) n_lines += s->text.at[i] == '\n';
  for (u32 i = 0; i <= n_lines; i++) vec_push(&s->counts, NOT_COUNTED);
  for (u32 i = 0; i < f->counts.n; i++) {
    const WorstLine *l = &f->counts.at[i];
    if (l->line > n_lines) continue;
    s->counts.at[l->line] = l->n;
    s->most = MAX(s->most, l->n);
  }
}

static u32 shade(const HtmlSource *s, u64 n) {
  if (n == NOT_COUNTED || !n) return 0;
  if (s->most == 1) return 1;
  return 1 + (u32)(log((double)n) / log((double)s->most) * (N_SHADES - 2) + 0.5);
}

/* Is there a line that ran near this one? */
static bool is_shown(const HtmlSource *s, u32 line) {
  u32 from = line > CONTEXT ? line - CONTEXT : 1, to = MIN(line + CONTEXT, s->counts.n - 1);
  for (u32 i = from; i <= to; i++)
    if (s->counts.at[i] != NOT_COUNTED && s->counts.at[i]) return true;
  return false;
}

static void add_line(const HtmlSource *s, u32 line, const char *at, size_t n, Text *to) {
  u64 count = s->counts.at[line];
  if (n && at[n - 1] == '\r') n--;
  text_addf(to, "<tr class=\"s%u\"><td class=\"n\">%u</td><td class=\"n count\">", shade(s, count),
            line);
  if (count != NOT_COUNTED) html_count(to, count);
  text_add(to, "</td><td><code>");
  html_text_n(to, at, n);
  text_add(to, "</code></td></tr>\n");
}

static void add_lines(const HtmlSource *s, Text *to) {
  const char *at = text_c(&s->text), *end = at + s->text.n;
  u32 n_shown = 0;
  bool is_gap = false;
  for (u32 line = 1; line < s->counts.n && at < end && n_shown < MOST_LINES; line++) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    if (!stop) stop = end;
    if (is_shown(s, line)) {
      if (is_gap) text_add(to, "<tr class=\"gap\"><td class=\"n\">⋮</td><td></td><td></td></tr>\n");
      add_line(s, line, at, (size_t)(stop - at), to);
      n_shown++;
    }
    is_gap = !is_shown(s, line);
    at = stop + 1;
  }
}

static void add_file(const WorstReport *r, const WorstFile *f, Text *to) {
  cleanup(source_done) HtmlSource s = {.name = f->file};
  html_addf(to, "<h4>%s</h4>\n", f->file);
  if (!html_source_read(&r->recipe, f->file, &s.text, to)) return;
  find_counts(&s, f);
  text_add(to, "<div class=\"wide\"><table class=\"source\">\n");
  add_lines(&s, to);
  text_add(to, "</table></div>\n");
}

static u64 most_runs(const WorstFile *f) {
  u64 most = 0;
  for (u32 i = 0; i < f->counts.n; i++) most = MAX(most, f->counts.at[i].n);
  return most;
}

static int hotter_file(const void *a, const void *b) {
  const WorstFile *x = *(const WorstFile *const *)a, *y = *(const WorstFile *const *)b;
  u64 n = most_runs(x), m = most_runs(y);
  return n != m ? (n < m ? 1 : -1) : strcmp(x->file, y->file);
}

/* ---- public ---------------------------------------------------------------------------------- */

/* We read only ordinary files: a name from elsewhere must not make us wait for a device. */
static Err read_source(const Recipe *r, const char *file, Text *ret) {
  cleanup(text_free) Text path = {0};
  struct stat st;
  recipe_path(r, file, &path);
  if (!stat(text_c(&path), &st) && !S_ISREG(st.st_mode))
    return err_set(ERR_FILE, "'%s' is not a file", text_c(&path));
  return file_read(text_c(&path), ret);
}

bool html_source_read(const Recipe *r, const char *file, Text *ret, Text *to) {
  if (read_source(r, file, ret) == OK) return true;
  html_addf(to, "<p class=\"missing\">The source is not here: %s.</p>\n", err_text());
  return false;
}

void html_hot_lines(const WorstReport *r, Text *to) {
  const WorstSize *counted = hot_lines_size(r);
  if (!r->hot.n || !counted) return;
  html_addf(to,
            "<section id=\"hot\">\n<h2>Where it spends its time</h2>\n<div class=\"wide\"><table>"
            "<thead><tr><th>line</th><th class=\"n\">runs at <i>N</i>&nbsp;=&nbsp;%'lu</th><th "
            "class=\"n\">when <i>N</i> doubles</th></tr></thead><tbody>\n",
            counted->size);
  for (u32 i = 0; i < r->hot.n; i++) {
    const WorstHot *h = &r->hot.at[i];
    html_addf(
        to,
        "<tr><th scope=\"row\"><code>%s:%u</code></th><td class=\"n\">%'lu</td><td class=\"n\">",
        h->file, h->line, h->n);
    for (u32 k = 0; k < h->ratios.n; k++) {
      html_addf(to, "%s%'g", k ? ", × " : "× ", h->ratios.at[k]);
    }
    text_add(to, "</td></tr>\n");
  }
  text_add(to, "</tbody></table></div>\n</section>\n");
}

void html_source(const WorstReport *r, const WorstSize *s, Text *to) {
  if (!s->lines.n) return;
  text_add(to, "<h3>Executions per line</h3>\n");
  VEC(const WorstFile *) files = {0};
  for (u32 i = 0; i < s->lines.n; i++) vec_push(&files, &s->lines.at[i]);
  qsort(files.at, files.n, sizeof *files.at, hotter_file);
  for (u32 i = 0; i < files.n; i++) add_file(r, files.at[i], to);
  vec_free(&files);
  text_add(to, "<p><small>The sources as they were when this page was made; shades are logarithms "
               "of the counts.</small></p>\n");
}
