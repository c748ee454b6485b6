/* html_head.c — the result in a sentence or two.
 *
 * A cost that is not proven is "at least".  If a larger size has less than the law says, both
 * numbers come first.
 */
#include "report/html_impl.h"

/* The values of an input that are shown in the first paragraph. */
enum { MOST_VALUES = 16 };

static void add_name(const WorstReport *r, Text *to) {
  const char *name = r->function;
  if (!name) {
    name = r->sources.n ? r->sources.at[0] : "the program";
    const char *slash = strrchr(name, '/');
    if (slash) name = slash + 1;
  }
  html_text(to, name);
}

static void add_cost(const WorstReport *r, const WorstSize *s, Text *to) {
  if (!s->proven) text_add(to, "at least ");
  html_cost(to, r, s->cost);
  html_addf(to, " at N = %'lu", s->size);
}

/* The first clause of the growth in words; a law that has not been proven has a cost beside it. */
static void add_growth(const WorstReport *r, const WorstSize *s, Text *to) {
  const char *text = r->growth.text, *end = strstr(text, "; ");
  cleanup(text_free) Text clause =
      text_format("%.*s", end ? (int)(end - text) : (int)strlen(text), text);
  text_add(to, ": ");
  html_formula(to, text_c(&clause));
  if (r->growth.exact) return;
  text_add(to, "; ");
  add_cost(r, s, to);
}

static void add_certainty(const WorstReport *r, const WorstSize *s, Text *to) {
  u32 n_proven = 0;
  for (u32 i = 0; i < r->sizes.n; i++) n_proven += r->sizes.at[i].has_cost && r->sizes.at[i].proven;
  text_add(to, s->proven ? "Proven" : s->predicted ? "Predicted" : "The best found");
  if (s->why) html_addf(to, ": %s", s->why);
  text_add(to, "; verified: ");
  html_verified(&s->verified, to);
  if (s->verified.native_how)
    html_addf(to, " (%s%s%s)", s->verified.native_how, r->sandbox ? "; sandbox: " : "", r->sandbox);
  text_add(to, ". ");
  if (r->sizes.n == 1) return;
  if (!n_proven) {
    text_add(to, "No size is proven.");
    return;
  }
  html_addf(to, "%'u of %'u sizes are proven.", n_proven, r->sizes.n);
}

/* ---- public ---------------------------------------------------------------------------------- */

const WorstSize *html_largest(const WorstReport *r) {
  for (u32 i = r->sizes.n; i-- > 0;)
    if (r->sizes.at[i].has_cost) return &r->sizes.at[i];
  return NULL;
}

void html_cost(Text *to, const WorstReport *r, u64 cost) {
  cleanup(text_free) Text unit = {0};
  text_add_unit(&unit, cost, html_unit(r));
  html_addf(to, "%'lu %s", cost, text_c(&unit));
}

const char *html_unit(const WorstReport *r) {
  return r->unit ? r->unit : r->metric ? r->metric : "cost";
}

/* Those that never end come first: they are the headline. */
void html_errors(const WorstReport *r, Text *to) {
  if (!r->errors.n) return;
  text_add(to, "<ul class=\"errors\">\n");
  for (u32 pass = 0; pass < 2; pass++)
    for (u32 i = 0; i < r->errors.n; i++) {
      const ReportError *e = &r->errors.at[i];
      bool is_endless = !strcmp(e->kind, "endless");
      if (is_endless != (pass == 0)) continue;
      html_addf(to, "<li><b>%s</b> at N = %lu, %s:%u: %s%s%s <code>%s</code>%s%s</li>\n", e->kind,
                e->size, e->place.file, e->place.line, e->meaning, *e->text ? ": " : "", e->text,
                e->test, e->native.how ? " – natively: " : "", e->native.how);
    }
  text_add(to, "</ul>\n");
}

void html_headline(const WorstReport *r, Text *to) {
  const WorstSize *s = html_largest(r);
  add_name(r, to);
  if (worst_is_unbounded(r)) {
    text_add(to, " is unbounded: an input on which it never ends");
  } else if (!s) {
    text_add(to, ": no path finished");
  } else if (worst_growth_is_known(r)) {
    add_growth(r, s, to);
  } else {
    text_add(to, ": ");
    add_cost(r, s, to);
  }
}

void html_lead(const WorstReport *r, Text *to) {
  const WorstSize *s = html_largest(r);
  if (!s) {
    text_add(to, "<p class=\"lead\">No size has a result; the table says why.</p>\n");
    return;
  }
  html_addf(to, "<p class=\"lead\">The worst input at <i>N</i> = %'lu", s->size);
  for (u32 i = 0; i < s->inputs.n && i < 4; i++) {
    text_add(to, i ? ", " : ": ");
    html_input_line(&s->inputs.at[i], MOST_VALUES, to);
  }
  if (s->inputs.n > 4) text_add(to, ", …");
  text_add(to, " costs <b>");
  html_cost(to, r, s->cost);
  text_add(to, "</b>");
  if (s->typical.n && s->typical.median) {
    html_addf(to,
              ", %'g times a typical input (the median of %'lu random ones costs %'lu, 95 %% cost "
              "at most %'lu)",
              (double)s->cost / (double)s->typical.median, s->typical.n, s->typical.median,
              s->typical.high);
  }
  text_add(to, ". ");
  add_certainty(r, s, to);
  if (s->gap) {
    html_addf(to, " What inputs cost on paths that end at what nadir does not do is unknown: %s.",
              s->gap);
  }
  text_add(to, "</p>\n");
}

void html_verified(const WorstVerified *v, Text *to) {
  static const struct {
    const char *yes, *no;
  } words[] = {{"machine", "machine: differs"}, {"native", "native: differs"}};
  RunVerdict verdicts[] = {v->vm, v->native};
  u32 n = 0;
  for (u32 i = 0; i < 2; i++) {
    if (verdicts[i] != VERDICT_CONFIRMED && verdicts[i] != VERDICT_NOT_SEEN) continue;
    html_addf(to, "%s%s", n++ ? ", " : "",
              verdicts[i] == VERDICT_CONFIRMED ? words[i].yes : words[i].no);
  }
  if (!n) text_add(to, "no");
}
