/* worst_summary.c — describes a search for worst cases: the answer, the table, how it was found,
 * the worst input, what to do next. */
#include "cli/worst_summary.h"

#include "engine/summary.h"

#include "base/os.h"
#include "report/worst_fields.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_LINE = 72, MAX_ROWS = 12, CELL = 32 };

/* ---- table ----------------------------------------------------------------------------------------- */

enum {
  COLUMN_N,
  COLUMN_COST,
  COLUMN_PROOF,
  COLUMN_CHECK,
  COLUMN_PATHS,
  COLUMN_NO_PATHS,
  COLUMN_QUERIES,
  COLUMN_INSTRUCTIONS, /* where they are not the cost */
  COLUMN_TIME,
  N_COLUMNS
};

static const char *const heads[N_COLUMNS] = {
    [COLUMN_N] = "N",
    [COLUMN_COST] = "cost",
    [COLUMN_PROOF] = "",
    [COLUMN_CHECK] = "verified",
    [COLUMN_PATHS] = "paths",
    [COLUMN_NO_PATHS] = "infeasible",
    [COLUMN_QUERIES] = "queries",
    [COLUMN_INSTRUCTIONS] = "instructions",
    [COLUMN_TIME] = "time",
};
static const bool is_left[N_COLUMNS] = {[COLUMN_PROOF] = true, [COLUMN_CHECK] = true};

typedef struct SummaryRow {
  char cell[N_COLUMNS][CELL];
} SummaryRow;

static const char *verdict_text(const WorstVerified *v) {
  if (v->vm == VERDICT_NOT_SEEN) return "NOT in the machine";
  if (v->native == VERDICT_NOT_SEEN) return "NOT natively";
  if (v->vm != VERDICT_CONFIRMED && v->native == VERDICT_CONFIRMED)
    return v->has_native_cost ? "native" : "path, not cost";
  if (v->vm != VERDICT_CONFIRMED) return "no";
  return v->native == VERDICT_CONFIRMED ? "machine, native" : "machine";
}

static void row_of(const WorstSize *s, SummaryRow *r) {
  *r = (SummaryRow){0};
  snprintf(r->cell[COLUMN_N], CELL, "%" PRIu64, s->size);
  snprintf(r->cell[COLUMN_COST], CELL, s->has_cost ? "%" PRIu64 : "-", s->cost);
  if (s->unbounded) snprintf(r->cell[COLUMN_COST], CELL, "unbounded");
  snprintf(r->cell[COLUMN_PROOF], CELL, "%s", s->has_cost ? worst_size_certainty(s) : "nothing");
  snprintf(r->cell[COLUMN_CHECK], CELL, "%s", s->has_cost ? verdict_text(&s->verified) : "");
  snprintf(r->cell[COLUMN_PATHS], CELL, "%" PRIu64, s->n_feasible + s->n_error + s->n_unfinished);
  snprintf(r->cell[COLUMN_NO_PATHS], CELL, "%" PRIu64, s->n_infeasible);
  snprintf(r->cell[COLUMN_QUERIES], CELL, "%" PRIu64, s->n_queries);
  if (s->instructions) snprintf(r->cell[COLUMN_INSTRUCTIONS], CELL, "%" PRIu64, s->instructions);
  snprintf(r->cell[COLUMN_TIME], CELL, "%.2f s", s->seconds);
}

static void print_row(Text *t, const SummaryRow *r, const int *widths) {
  for (u32 c = 0; c < N_COLUMNS; c++)
    if (widths[c]) text_addf(t, is_left[c] ? "  %-*s" : "  %*s", widths[c], r->cell[c]);
  while (t->n && t->at[t->n - 1] == ' ') t->at[--t->n] = '\0';
  text_add_char(t, '\n');
}

static void print_table(Text *t, const WorstReport *r) {
  VEC(SummaryRow) rows = {0};
  int widths[N_COLUMNS] = {0};
  vec_resize(&rows, r->sizes.n + 1);
  for (u32 c = 0; c < N_COLUMNS; c++) snprintf(rows.at[0].cell[c], CELL, "%s", heads[c]);
  for (u32 i = 0; i < r->sizes.n; i++) row_of(&r->sizes.at[i], &rows.at[i + 1]);
  for (u32 i = 0; i < rows.n; i++)
    for (u32 c = 0; c < N_COLUMNS; c++) widths[c] = MAX(widths[c], (int)strlen(rows.at[i].cell[c]));
  if (r->metric && !strcmp(r->metric, "instructions")) widths[COLUMN_INSTRUCTIONS] = 0;
  for (u32 i = 0; i < rows.n; i++) print_row(t, &rows.at[i], widths);
  vec_free(&rows);
}

/* ---- inputs ---------------------------------------------------------------------------------------- */

static void print_char(Text *t, u8 c) {
  if (c == '\n' || c == '\t')
    text_add(t, c == '\n' ? "\\n" : "\\t");
  else if (c == '\\' || c == '"')
    text_addf(t, "\\%c", c);
  else if (c < ' ' || c > '~')
    text_addf(t, "\\x%02x", c);
  else
    text_add_char(t, (char)c);
}

static void print_text(Text *t, const WorstInput *in, u64 from, u64 n) {
  size_t begin = t->n;
  text_add_char(t, '"');
  u64 i = 0;
  for (; i < n && t->n - begin < MAX_LINE; i++) print_char(t, in->bytes[from + i]);
  text_add_char(t, '"');
  if (i < n) text_addf(t, "... (%" PRIu64 " bytes)", n);
}

static void print_number(Text *t, const WorstInput *in, u64 at) {
  if (in->fields.n)
    worst_fields_text(in, at, t);
  else if (in->kind == ELEMENT_UNSIGNED)
    text_addf(t, "%" PRIu64, worst_input_word(in, at));
  else if (in->kind == ELEMENT_SIGNED)
    text_addf(t, "%" PRId64, worst_input_number(in, at));
  else if (in->kind == ELEMENT_FLOAT)
    text_addf(t, "%.*g", in->element_bytes == 4 ? 9 : 17, worst_input_float(in, at));
  else
    for (u32 b = 0; b < in->element_bytes; b++)
      text_addf(t, "%02x", in->bytes[at * in->element_bytes + b]);
}

static void print_values(Text *t, const WorstInput *in, u64 from, u64 n) {
  size_t begin = t->n;
  u64 i = 0;
  for (; i < n && t->n - begin < MAX_LINE; i++) {
    if (i) text_add_char(t, ' ');
    print_number(t, in, from + i);
  }
  if (i < n) text_addf(t, " ... (%" PRIu64 " values)", n);
}

static void print_part(Text *t, const WorstInput *in, u64 from, u64 n) {
  if (in->kind == ELEMENT_CHAR)
    print_text(t, in, from, n);
  else
    print_values(t, in, from, n);
}

static void print_input(Text *t, const WorstInput *in) {
  u64 n = worst_input_elements(in), row = n;
  u32 n_dimensions = in->dimensions.n;
  text_addf(t, "        %s =%s", in->name, n_dimensions > 1 ? "\n" : " ");
  if (n_dimensions > 1) row = in->dimensions.at[n_dimensions - 1];
  if (n_dimensions <= 1) {
    print_part(t, in, 0, n);
    text_add_char(t, '\n');
    return;
  }
  for (u64 from = 0, k = 0; from < n && row; from += row, k++) {
    if (k == MAX_ROWS) {
      text_addf(t, "          ... (%" PRIu64 " rows)\n", n / row);
      return;
    }
    text_add(t, "          ");
    print_part(t, in, from, row);
    text_add_char(t, '\n');
  }
}

/* ---- parts ----------------------------------------------------------------------------------------- */

/* Are the costs near the line between two of them?  Elsewhere what a step of N adds depends on N. */
static bool is_even(const WorstReport *r, const WorstSize *first, const WorstSize *last) {
  enum { PART = 8 };
  double growth = (double)last->cost - (double)first->cost;
  double step = growth / (double)(last->size - first->size);
  for (u32 i = 0; i < r->sizes.n; i++) {
    const WorstSize *s = &r->sizes.at[i];
    double line = (double)first->cost + step * ((double)s->size - (double)first->size);
    if (s->has_cost && fabs((double)s->cost - line) > growth / PART) return false;
  }
  return true;
}

/* The smallest size, if it has most of the cost: a program that takes long to start.  Then no class of growth
 * can be told from another, and how much a step of N adds says more than all that are possible. */
static const WorstSize *start_up(const WorstReport *r, const WorstSize *last) {
  const WorstSize *first = r->sizes.at;
  bool is_vague = !worst_growth_is_known(r) || !strcmp(r->growth.kind, "candidates");
  return is_vague && first->has_cost && first->size < last->size && first->cost <= last->cost &&
                 first->cost > last->cost / 2 && is_even(r, first, last)
             ? first
             : NULL;
}

static void print_start_up(Text *t, const WorstReport *r, const WorstSize *first,
                           const WorstSize *last) {
  u64 step = (last->cost - first->cost) / (last->size - first->size);
  text_addf(t,
            ": %" PRIu64 " as at N=%" PRIu64 ", and about %" PRIu64
            " more for each step of N on average\n",
            first->cost, first->size, step);
  text_addf(t, "  (%s)\n", r->growth.text);
}

static void print_cost(Text *t, const WorstReport *r, const WorstSize *s, const char *what) {
  text_addf(t, "%s: %s%" PRIu64 " ", what, s->whole || s->predicted ? "" : "at least ", s->cost);
  text_add_unit(t, s->cost, r->unit);
  text_addf(t, " at N=%" PRIu64 ", %s", s->size, worst_size_certainty(s));
}

static void print_answer(Text *t, const WorstReport *r, const WorstSize *last) {
  const WorstSize *first = last ? start_up(r, last) : NULL;
  const char *what = r->function ? r->function : r->sources.n ? r->sources.at[0] : "";
  if (worst_is_unbounded(r)) {
    text_addf(t, "%s: unbounded: an input on which it never ends\n", what);
    what = "where it ends";
  }
  if (!last)
    text_addf(t, "%s: no worst case was found\n", what);
  else if (worst_growth_is_known(r) && !first)
    text_addf(t, "%s: %s\n", what, r->growth.text);
  else
    print_cost(t, r, last, what);
  if (first)
    print_start_up(t, r, first, last);
  else if (last && !worst_growth_is_known(r))
    text_addf(t, "%s%s\n", r->sizes.n > 1 ? "; " : "", r->sizes.n > 1 ? r->growth.text : "");
  u32 n_other = 0;
  for (u32 i = 0; i < r->errors.n; i++) n_other += strcmp(r->errors.at[i].kind, "endless") != 0;
  if (n_other)
    text_addf(t, "%u error%s found on the way; inputs that end so do not count as worst\n", n_other,
              n_other == 1 ? "" : "s");
  text_add_char(t, '\n');
}

/* Those that never end first, each as `nadir run` shows it. */
static void print_errors(Text *t, const WorstReport *r) {
  enum { MAX_ERRORS = 5 };
  u32 n = 0;
  for (u32 pass = 0; pass < 2; pass++)
    for (u32 i = 0; i < r->errors.n; i++) {
      const ReportError *e = &r->errors.at[i];
      bool is_endless = !strcmp(e->kind, "endless");
      if (is_endless != (pass == 0) || n++ >= MAX_ERRORS) continue;
      summary_error(t, e);
      text_add_char(t, '\n');
    }
  if (n > MAX_ERRORS) text_addf(t, "and %u more: see worst.json\n\n", n - MAX_ERRORS);
  for (u32 i = 0; i < r->warnings.n; i++) {
    text_add(t, "warning: ");
    summary_error(t, &r->warnings.at[i]);
    text_add_char(t, '\n');
  }
}

static void print_lines(Text *t, const WorstTexts *lines, const char **head) {
  for (u32 i = 0; i < lines->n; i++) {
    text_addf(t, "%-7s %s\n", *head, lines->at[i]);
    *head = "";
  }
}

/* Why of the last size, and of the first of those without a result.  What was tried in vain is the
 * answer of a strategy that does one thing; auto has others, and worst.json and the page tell it. */
static void print_how(Text *t, const WorstReport *r) {
  const char *head = "how";
  print_lines(t, &r->said, &head);
  if (strcmp(r->strategy, "auto") != 0) print_lines(t, &r->tried, &head);
  for (u32 i = 0; i < r->sizes.n; i++) {
    const WorstSize *s = &r->sizes.at[i];
    bool begins = !s->has_cost && (i == 0 || r->sizes.at[i - 1].has_cost);
    if (!*s->why || (!begins && i + 1 < r->sizes.n)) continue;
    text_addf(t, "%-7s N=%" PRIu64 ": %s\n", head, s->size, s->why);
    head = "";
  }
}

/* What became of the paths, where not all of them came to their end. */
static void print_ends(Text *t, const WorstReport *r) {
  const WorstSize *s = NULL;
  for (u32 i = 0; i < r->sizes.n; i++)
    if (r->sizes.at[i].has_cost && r->sizes.at[i].n_error + r->sizes.at[i].n_unfinished)
      s = &r->sizes.at[i];
  if (!s) return;
  text_addf(t, "ends    N=%" PRIu64 ":", s->size);
  for (u32 i = 0; i < s->ledger.n; i++)
    text_addf(t, "%s %s (%" PRIu64 ")", i ? "," : "", s->ledger.at[i].meaning, s->ledger.at[i].n);
  text_add_char(t, '\n');
}

/* What the strategy tells of its work, at the largest size of which it tells something. */
static void print_figures(Text *t, const WorstReport *r, bool times) {
  for (u32 i = r->sizes.n; i-- > 0;) {
    const WorstSize *s = &r->sizes.at[i];
    u32 n = 0;
    for (u32 k = 0; k < s->figures.n; k++) {
      const WorstFigure *f = &s->figures.at[k];
      if (f->is_time != times) continue;
      if (!n++) text_addf(t, "%-7s N=%" PRIu64 ":", times ? "time" : "counts", s->size);
      text_addf(t, times ? "%s %s %.3f s" : "%s %s %.0f", n > 1 ? "," : "", f->words, f->value);
    }
    if (!n) continue;
    text_add_char(t, '\n');
    return;
  }
}

static void print_doubts(Text *t, const WorstReport *r) {
  for (u32 i = 0; i < r->sizes.n; i++) {
    const WorstSize *s = &r->sizes.at[i];
    const WorstVerified *v = &s->verified;
    if (v->vm == VERDICT_NOT_SEEN)
      text_addf(t, "DOUBT   N=%" PRIu64 ": run in the machine the input costs %" PRIu64 "\n",
                s->size, v->vm_cost);
    if (v->native == VERDICT_NOT_SEEN)
      text_addf(t, "DOUBT   N=%" PRIu64 ": %s\n", s->size, v->native_how);
  }
}

static void print_decisions(Text *t, const char *decisions) {
  int n = (int)MIN(strlen(decisions), (size_t)MAX_LINE);
  text_addf(t, "        decisions %.*s%s\n", n, decisions, decisions[n] ? "..." : "");
}

static void print_worst(Text *t, const WorstReport *r, const WorstSize *s) {
  text_addf(t, "worst   N=%" PRIu64 "\n", s->size);
  for (u32 i = 0; i < s->inputs.n; i++) print_input(t, &s->inputs.at[i]);
  if (s->decisions && *s->decisions) print_decisions(t, s->decisions);
  if (s->verified.native_how && s->verified.native == VERDICT_CONFIRMED)
    text_addf(t, "        native: %s\n", s->verified.native_how);
  if (s->verified.native == VERDICT_UNKNOWN && s->verified.native_how)
    text_addf(t, "        native: %s\n", s->verified.native_how);
  if (r->sandbox) text_addf(t, "        native runs: sandbox %s\n", r->sandbox);
  if (!s->test) {
    text_add(t, "test    could not be written\n");
    return;
  }
  cleanup(text_free) Text test = {0};
  text_addf(&test, "%s/%s", r->out, s->test);
  text_addf(t, "test    %s replay ", program_name());
  text_add_word(t, text_c(&test));
  text_add_char(t, '\n');
}

void worst_summary_print(Text *t, const WorstReport *r, const char *page) {
  const WorstSize *last = NULL;
  for (u32 i = 0; i < r->sizes.n; i++)
    if (r->sizes.at[i].has_cost) last = &r->sizes.at[i];
  print_answer(t, r, last);
  print_errors(t, r);
  print_table(t, r);
  text_add_char(t, '\n');
  print_how(t, r);
  print_figures(t, r, true);
  print_figures(t, r, false);
  print_ends(t, r);
  print_doubts(t, r);
  if (last) print_worst(t, r, last);
  if (page) text_addf(t, "report  %s/%s\n", r->out, page);
}
