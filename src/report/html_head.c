/* html_head.c — the result in a sentence or two.
 *
 * Θ is said only of a formula that goes through all points and that no larger size missed.
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

/* The first size that cost something else than the formula said before; NULL: none did. */
static const WorstChecked *first_missed(const WorstGrowth *g) {
  for (u32 i = 0; i < g->checked.n; i++) {
    cleanup(text_free) Text found = {0};
    text_addf(&found, "%lu", g->checked.at[i].found);
    if (strcmp(text_c(&found), g->checked.at[i].predicted)) return &g->checked.at[i];
  }
  return NULL;
}

static void add_cost(const WorstReport *r, const WorstSize *s, Text *to) {
  html_count(to, s->cost);
  text_add_char(to, ' ');
  html_text(to, html_unit(r));
  text_add(to, " at N = ");
  html_count(to, s->size);
}

/* What is known for sure comes first: the cost of the largest size, and how far the formula goes. */
static void add_missed(const WorstReport *r, const WorstSize *s, u64 missed, Text *to) {
  u64 last = 0;
  for (u32 i = 0; i < r->sizes.n && r->sizes.at[i].size < missed; i++)
    if (r->sizes.at[i].has_cost) last = r->sizes.at[i].size;
  text_add(to, ": ");
  add_cost(r, s, to);
  text_add(to, "; ");
  html_formula(to, r->growth.exact);
  text_add(to, " up to N = ");
  html_count(to, last);
}

static void add_growth(const WorstReport *r, const WorstSize *s, Text *to) {
  const WorstGrowth *g = &r->growth;
  if (!g->exact) {
    text_add(to, " grows like ");
    html_formula(to, g->class_name);
    text_add(to, ": ");
    add_cost(r, s, to);
    return;
  }
  if (first_missed(g)) {
    add_missed(r, s, first_missed(g)->size, to);
    return;
  }
  text_add(to, " is Θ(");
  html_formula(to, g->class_name);
  text_add(to, "): ");
  html_formula(to, g->exact);
  text_add(to, strchr(g->exact, ',') ? "; " : " "); /* a formula in parts */
  html_text(to, html_unit(r));
}

static void add_certainty(const WorstReport *r, const WorstSize *s, Text *to) {
  u32 n_proven = 0;
  for (u32 i = 0; i < r->sizes.n; i++) n_proven += r->sizes.at[i].has_cost && r->sizes.at[i].proven;
  text_add(to, s->proven ? "Proven" : s->predicted ? "Predicted" : "The best found");
  if (s->why) {
    text_add(to, ": ");
    html_text(to, s->why);
  }
  text_add(to, "; verified: ");
  html_verified(&s->verified, to);
  if (s->verified.native_how) {
    text_add(to, " (");
    html_text(to, s->verified.native_how);
    text_add(to, ")");
  }
  text_add(to, ". ");
  if (r->sizes.n == 1) return;
  if (!n_proven) {
    text_add(to, "No size is proven.");
    return;
  }
  html_count(to, n_proven);
  text_add(to, " of ");
  html_count(to, r->sizes.n);
  text_add(to, " sizes are proven.");
}

/* ---- public ---------------------------------------------------------------------------------- */

const WorstSize *html_largest(const WorstReport *r) {
  for (u32 i = r->sizes.n; i-- > 0;)
    if (r->sizes.at[i].has_cost) return &r->sizes.at[i];
  return NULL;
}

const char *html_unit(const WorstReport *r) {
  return r->unit ? r->unit : r->metric ? r->metric : "cost";
}

void html_headline(const WorstReport *r, Text *to) {
  const WorstSize *s = html_largest(r);
  add_name(r, to);
  if (!s) {
    text_add(to, ": no path finished");
  } else if (r->has_growth && r->growth.class_name) {
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
  text_add(to, "<p class=\"lead\">The worst input at <i>N</i> = ");
  html_count(to, s->size);
  for (u32 i = 0; i < s->inputs.n && i < 4; i++) {
    text_add(to, i ? ", " : ": ");
    html_input_line(&s->inputs.at[i], MOST_VALUES, to);
  }
  if (s->inputs.n > 4) text_add(to, ", …");
  text_add(to, " costs <b>");
  html_count(to, s->cost);
  text_add_char(to, ' ');
  html_text(to, html_unit(r));
  text_add(to, "</b>. ");
  add_certainty(r, s, to);
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
    text_add(to, n++ ? ", " : "");
    text_add(to, verdicts[i] == VERDICT_CONFIRMED ? words[i].yes : words[i].no);
  }
  if (!n) text_add(to, "no");
}
