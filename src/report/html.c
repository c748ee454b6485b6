/* html.c — the page as a whole; its parts are in html_*.c, how it looks is in page.css.
 *
 * There is no script, and the page forbids itself any: whatever a file name, an input or a source
 * contains, nothing in it can run.  Sizes and axes are switched by radio buttons.
 */
#include "report/html.h"

#include "report/html_impl.h"

/* The style sheet, made a part of the program by the build. */
extern const unsigned char page_css[];
extern const size_t page_css_size;

/* Sizes that are shown in full; the style sheet knows as many. */
enum { MOST_TABS = 12 };

static void add_fact(const char *name, const char *value, Text *to) {
  if (!value || !*value) return;
  html_addf(to, "<div><dt>%s</dt><dd>%s</dd></div>\n", name, value);
}

static void add_files(const WorstReport *r, Text *to) {
  text_add(to, "<div><dt>program</dt><dd>");
  for (u32 i = 0; i < r->sources.n; i++) {
    if (i) text_add(to, ", ");
    html_text(to, r->sources.at[i]);
  }
  text_add(to, "</dd></div>\n");
}

static void add_facts(const WorstReport *r, Text *to) {
  cleanup(text_free) Text seed = text_format("%lu", r->seed);
  text_add(to, "<dl class=\"facts\">\n");
  add_files(r, to);
  add_fact("call", r->call, to);
  add_fact("cost", r->metric, to);
  add_fact("worst input", r->law, to);
  add_fact("strategy", r->strategy, to);
  add_fact("seed", text_c(&seed), to);
  text_add(to, "<div><dt>time</dt><dd>");
  html_seconds(to, r->seconds);
  text_add(to, "</dd></div>\n");
  add_fact("nadir", r->version, to);
  text_add(to, "</dl>\n");
}

void html_begin(const char *title, Text *to) {
  text_add(to, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
               "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
               "style-src 'unsafe-inline'\">\n"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
               "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
  text_add(to, title);
  text_add(to, "</title>\n<style>\n");
  text_add_n(to, (const char *)page_css, page_css_size);
  text_add(to, "</style>\n</head>\n<body>\n<main>\n");
}

void html_end(Text *to) { text_add(to, "</main>\n</body>\n</html>\n"); }

static void add_head(const WorstReport *r, Text *to) {
  cleanup(text_free) Text headline = {0};
  html_headline(r, &headline);
  html_begin(text_c(&headline), to);
  text_addf(to, "<header>\n<p class=\"kind\">worst case</p>\n<h1>%s</h1>\n", text_c(&headline));
  html_errors(r, to);
  html_lead(r, to);
  add_facts(r, to);
  text_add(to, "</header>\n");
}

/* ---- a size in full -------------------------------------------------------------------------- */

static void add_ledger(const WorstSize *s, Text *to) {
  if (!s->ledger.n) return;
  text_add(to,
           "<h3>Paths</h3>\n<div class=\"wide\"><table class=\"ledger\"><thead><tr><th>ended</th>"
           "<th class=\"n\">paths</th><th>meaning</th></tr></thead><tbody>\n");
  for (u32 i = 0; i < s->ledger.n; i++) {
    html_addf(to, "<tr><th scope=\"row\">%s</th><td class=\"n\">%'lu</td><td>%s</td></tr>\n",
              s->ledger.at[i].name, s->ledger.at[i].n, s->ledger.at[i].meaning);
  }
  text_add(to, "</tbody></table></div>\n");
}

static void add_result(const WorstReport *r, const WorstSize *s, Text *to) {
  html_addf(to, "<p><i>N</i> = %'lu", s->size);
  if (s->has_cost) {
    text_add(to, ": <b>");
    html_cost(to, r, s->cost);
    text_addf(to, "</b>, %s", worst_size_certainty(s));
  }
  if (s->unended) {
    text_add(to, "; a run that was given up had cost <b>");
    html_cost(to, r, s->unended);
    text_add(to, "</b>");
  }
  html_addf(to, "%s%s%s%s", s->how ? " by " : "", s->how, s->why ? ": " : "", s->why);
  if (s->has_cost) {
    text_add(to, ". Verified: ");
    html_verified(&s->verified, to);
    html_addf(to, "%s%s", s->verified.native_how ? " – " : "", s->verified.native_how);
  }
  text_add(to, ".</p>\n");
}

static void add_size(const WorstReport *r, const WorstSize *s, Text *to) {
  text_addf(to, "<article data-size=\"%lu\">\n", s->size);
  add_result(r, s, to);
  if (s->has_cost) html_inputs(s, to);
  html_strip(s, to);
  html_source(r, s, to);
  html_search(r, s, to);
  add_ledger(s, to);
  text_add(to, "</article>\n");
}

/* All sizes while they are few; else some of them, the first and the last among them. */
static u32 tab_size(const WorstReport *r, u32 n_tabs, u32 tab) {
  return n_tabs == 1 ? r->sizes.n - 1 : (u32)((u64)tab * (r->sizes.n - 1) / (n_tabs - 1));
}

static void add_sizes(const WorstReport *r, Text *to) {
  u32 n_tabs = MIN(r->sizes.n, MOST_TABS), chosen = n_tabs - 1;
  if (!n_tabs) return;
  while (chosen > 0 && !r->sizes.at[tab_size(r, n_tabs, chosen)].has_cost) chosen--;
  text_add(to, "<section id=\"sizes\">\n<h2>The worst case in detail</h2>\n<div class=\"tabs\">\n");
  for (u32 i = 0; i < n_tabs; i++)
    text_addf(to, "<input type=\"radio\" name=\"size\" id=\"size%u\"%s>\n", i,
              i == chosen ? " checked" : "");
  text_add(to, "<nav><i>N</i> =");
  for (u32 i = 0; i < n_tabs; i++) {
    html_addf(to, " <label for=\"size%u\">%'lu</label>", i,
              r->sizes.at[tab_size(r, n_tabs, i)].size);
  }
  if (n_tabs < r->sizes.n) text_addf(to, " <small>(%u of %u sizes)</small>", n_tabs, r->sizes.n);
  text_add(to, "</nav>\n");
  for (u32 i = 0; i < n_tabs; i++) add_size(r, &r->sizes.at[tab_size(r, n_tabs, i)], to);
  text_add(to, "</div>\n</section>\n");
}

/* ---- the end --------------------------------------------------------------------------------- */

static void add_lines(const char *head, const WordList *lines, Text *to) {
  if (!lines->n) return;
  text_addf(to, "<h2>%s</h2>\n<ol>\n", head);
  for (u32 i = 0; i < lines->n; i++) {
    html_addf(to, "<li>%s</li>\n", lines->at[i]);
  }
  text_add(to, "</ol>\n");
}

static void add_said(const WorstReport *r, Text *to) {
  if (!r->said.n && !r->tried.n) return;
  text_add(to, "<section id=\"said\">\n");
  add_lines("What was done", &r->said, to);
  add_lines("What was tried without success", &r->tried, to);
  text_add(to, "</section>\n");
}

static void add_in_out(const WorstReport *r, const char *name, Text *to) {
  cleanup(text_free) Text path =
      text_format("%s%s%s", r->out ? r->out : ".", name ? "/" : "", name ? name : "");
  html_shell(to, text_c(&path));
}

/* The program by the name under which the search was started. */
static void add_program(const WorstReport *r, Text *to) {
  cleanup(text_free) Text name = {0};
  text_add_n(&name, r->command ? r->command : "nadir",
             strcspn(r->command ? r->command : "nadir", " "));
  html_addf(to, "\n%s", text_c(&name));
}

static void add_commands(const WorstReport *r, Text *to) {
  const WorstSize *s = html_largest(r);
  text_add(to, "<section id=\"reproduce\">\n<h2>Reproduce</h2>\n<pre class=\"commands\">cd ");
  html_shell(to, r->recipe.folder);
  if (r->command) html_addf(to, "\n%s", r->command);
  if (s && s->test) {
    add_program(r, to);
    text_add(to, " replay ");
    add_in_out(r, s->test, to);
  }
  add_program(r, to);
  text_add(to, " report ");
  add_in_out(r, NULL, to);
  text_add(to, "</pre>\n<p>The first repeats the search, the second runs the worst input natively, "
               "the third makes this page again from <code>worst.json</code>.</p>\n</section>\n");
}

/* ---- public ---------------------------------------------------------------------------------- */

void html_report(const WorstReport *r, Text *to) {
  add_head(r, to);
  html_growth(r, to);
  html_times(r, to);
  html_hot_lines(r, to);
  add_sizes(r, to);
  add_said(r, to);
  add_commands(r, to);
  html_end(to);
}
