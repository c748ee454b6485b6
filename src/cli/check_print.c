/* check_print.c — lines about contracts: what became of a clause first, then where and why. */
#include "cli/check_print.h"

#include <string.h>

enum { INDENT = 11 };

static const TextStyle styles[] = {
    [CHECK_OK] = STYLE_PLAIN, [CHECK_BROKEN] = STYLE_ERROR, [CHECK_UNDECIDED] = STYLE_WARNING};

static void add_place(const CheckContract *c, Text *to) {
  text_addf(to, "%s:%u  %s", c->file, c->line, c->function);
}

static void add_detail(const char *name, const char *value, Text *to) {
  if (!value || !*value) return;
  text_addf(to, "%*s%-8s", INDENT, "", name);
  for (const char *s = value; *s; s++) {
    text_add_char(to, *s);
    if (*s == '\n') text_addf(to, "%*s", INDENT + 8, "");
  }
  text_add_char(to, '\n');
}

static void add_witness(const CheckClause *c, Text *to) {
  const CheckWitness *w = &c->witness;
  cleanup(text_free) Text where = {0};
  cleanup(text_free) Text input = {0};
  if (w->input && *w->input) text_addf(&input, "%s", w->input);
  if (w->file && *w->file) text_addf(&where, "%s:%u", w->file, w->line);
  add_detail("input", text_c(&input), to);
  add_detail("where", text_c(&where), to);
  if (c->verdict == CHECK_BROKEN && w->native != VERDICT_CONFIRMED)
    add_detail("native", w->native_how ? w->native_how : "not run", to);
  add_detail("replay", w->replay, to);
}

static void add_clause(const CheckContract *contract, const CheckClause *c, Text *to) {
  text_style(to, styles[c->verdict]);
  text_addf(to, "%-*s", INDENT, check_verdict_names[c->verdict]);
  text_style(to, STYLE_PLAIN);
  add_place(contract, to);
  bool is_bound = c->kind == CHECK_FORMULA || c->kind == CHECK_CLASS;
  text_addf(to, "%s%s: %s\n", is_bound ? " " : ", ", c->text, c->why ? c->why : "");
}

void check_print_contract(const CheckContract *c, bool is_verbose, Text *to) {
  for (u32 i = 0; i < c->clauses.n; i++) {
    const CheckClause *clause = &c->clauses.at[i];
    bool is_quiet = clause->kind == CHECK_KEPT && clause->verdict == CHECK_OK;
    if (is_quiet && !is_verbose) continue;
    add_clause(c, clause, to);
    bool shows = clause->verdict == CHECK_BROKEN || is_verbose;
    if (clause->has_witness && shows) add_witness(clause, to);
  }
  for (u32 i = 0; i < c->notes.n; i++) text_addf(to, "%*s%s\n", INDENT, "", c->notes.at[i]);
}

void check_print_sum(const CheckReport *r, Text *to) {
  text_add_count(to, r->contracts.n);
  text_add_char(to, ' ');
  text_add_unit(to, r->contracts.n, "contracts");
  text_add(to, ": ");
  for (u32 v = 0, n = 0; check_verdict_names[v]; v++) {
    u32 count = check_report_count(r, (CheckVerdict)v);
    if (!count) continue;
    text_style(to, styles[v]);
    text_addf(to, "%s%u %s", n++ ? ", " : "", count, check_verdict_names[v]);
    text_style(to, STYLE_PLAIN);
  }
  text_addf(to, " (%.1f s)\n", r->seconds);
}
