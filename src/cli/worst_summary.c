/* worst_summary.c — describes a search for worst cases: the answer first (growth, cost, input, place, the
 * command that replays it), then the table, then errors; how it was found only for those who ask. */
#include "cli/worst_summary.h"

#include "cli/times_print.h"

#include "record/places.h"
#include "record/summary.h"

#include "base/os.h"
#include "report/hot_lines.h"
#include "report/input_text.h"
#include "report/seed_folder.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_LINE = 72, CELL = 32 };

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

static void add_count(Text *t, const char *before, u64 n) {
  text_add(t, before);
  text_add_count(t, n);
}

static void set_count(SummaryRow *r, u32 column, u64 n) {
  cleanup(text_free) Text t = {0};
  text_add_count(&t, n);
  snprintf(r->cell[column], CELL, "%s", text_c(&t));
}

static const char *verdict_text(const WorstVerified *v) {
  if (v->vm == VERDICT_NOT_SEEN) return "NOT as searched";
  if (v->native == VERDICT_NOT_SEEN) return "NOT natively";
  if (v->vm != VERDICT_CONFIRMED && v->native == VERDICT_CONFIRMED)
    return v->has_native_cost ? "native" : "path, not cost";
  if (v->vm != VERDICT_CONFIRMED) return "no";
  return v->native == VERDICT_CONFIRMED ? "machine, native" : "machine";
}

/* Is the highest known cost that of a run that nadir gave up? */
static bool is_given_up(const WorstSize *s) { return s->unended && !s->unbounded; }

static void row_of(const WorstSize *s, SummaryRow *r) {
  *r = (SummaryRow){0};
  set_count(r, COLUMN_N, s->size);
  if (s->has_cost)
    set_count(r, COLUMN_COST, s->cost);
  else
    snprintf(r->cell[COLUMN_COST], CELL, "-");
  if (s->unended) set_count(r, COLUMN_COST, s->unended);
  if (s->unbounded) snprintf(r->cell[COLUMN_COST], CELL, "unbounded");
  const char *certainty = s->has_cost ? worst_size_certainty(s) : "nothing";
  snprintf(r->cell[COLUMN_PROOF], CELL, "%s", is_given_up(s) ? "had not ended" : certainty);
  snprintf(r->cell[COLUMN_CHECK], CELL, "%s", s->has_cost ? verdict_text(&s->verified) : "");
  set_count(r, COLUMN_PATHS, s->paths.feasible + s->paths.error + s->paths.unfinished);
  set_count(r, COLUMN_NO_PATHS, s->paths.infeasible);
  set_count(r, COLUMN_QUERIES, s->n_queries);
  if (s->instructions) set_count(r, COLUMN_INSTRUCTIONS, s->instructions);
  snprintf(r->cell[COLUMN_TIME], CELL, "%.2f s", s->seconds);
}

static void print_row(Text *t, const SummaryRow *r, const int *widths) {
  for (u32 c = 0; c < N_COLUMNS; c++)
    if (widths[c]) text_addf(t, is_left[c] ? "  %-*s" : "  %*s", widths[c], r->cell[c]);
  while (t->n && t->at[t->n - 1] == ' ') t->at[--t->n] = '\0';
  text_add_char(t, '\n');
}

/* Does the column show how the search went?  Only -v prints it. */
static bool is_of_search(u32 column) {
  return column == COLUMN_PATHS || column == COLUMN_NO_PATHS || column == COLUMN_QUERIES;
}

static void print_table(Text *t, const WorstReport *r, bool is_verbose) {
  VEC(SummaryRow) rows = {0};
  int widths[N_COLUMNS] = {0};
  vec_resize(&rows, r->sizes.n + 1);
  for (u32 c = 0; c < N_COLUMNS; c++) snprintf(rows.at[0].cell[c], CELL, "%s", heads[c]);
  for (u32 i = 0; i < r->sizes.n; i++) row_of(&r->sizes.at[i], &rows.at[i + 1]);
  for (u32 i = 0; i < rows.n; i++)
    for (u32 c = 0; c < N_COLUMNS; c++) widths[c] = MAX(widths[c], (int)strlen(rows.at[i].cell[c]));
  if (r->metric && !strcmp(r->metric, "instructions")) widths[COLUMN_INSTRUCTIONS] = 0;
  for (u32 c = 0; c < N_COLUMNS; c++)
    if (!is_verbose && is_of_search(c)) widths[c] = 0;
  for (u32 i = 0; i < rows.n; i++) print_row(t, &rows.at[i], widths);
  vec_free(&rows);
}

/* Sizes that the growth was judged by and the table does not have. */
static void print_learned(Text *t, const WorstPointVec *learned) {
  for (u32 i = 0; i < learned->n; i++) {
    add_count(t, i ? ", " : "  also proven, to learn from: ", (u64)learned->at[i].cost);
    add_count(t, " at N=", (u64)learned->at[i].size);
  }
  if (learned->n) text_add_char(t, '\n');
}

/* ---- parts ----------------------------------------------------------------------------------------- */

static void print_typical(Text *t, const WorstSize *s) {
  const WorstTypical *typical = &s->typical;
  if (!typical->n || !typical->median) return;
  if (typical->median == s->cost) {
    text_add(t, "; a typical input costs as much");
    return;
  }
  text_add(t, "; ");
  text_add_ratio(t, (double)s->cost / (double)typical->median);
  add_count(t, " times a typical input (", typical->median);
  add_count(t, ", the median of ", typical->n);
  text_add(t, " random ones)");
}

static void add_cost(Text *t, const WorstReport *r, u64 cost) {
  text_add_count(t, cost);
  text_add_char(t, ' ');
  text_add_unit(t, cost, r->unit);
}

/* Of an input that may cost far more. */
static void print_unended(Text *t, const WorstReport *r, const WorstSize *s) {
  text_add(t, "at least ");
  add_cost(t, r, s->unended);
  add_count(t, " at N=", s->size);
  text_add(t, ", had not ended when nadir gave up");
  if (s->has_cost) {
    text_add(t, "; the highest of those that end, shown here, is ");
    text_add_count(t, s->cost);
  }
  text_add_char(t, '\n');
}

static void print_cost(Text *t, const WorstReport *r, const WorstSize *s) {
  if (is_given_up(s)) {
    print_unended(t, r, s);
    return;
  }
  text_add(t, s->whole || s->predicted ? "" : "at least ");
  add_cost(t, r, s->cost);
  add_count(t, " at N=", s->size);
  text_addf(t, ", %s", worst_size_certainty(s));
  print_typical(t, s);
  text_add_char(t, '\n');
}

static void print_growth(Text *t, const WorstReport *r, const WorstSize *last) {
  const char *what = r->function ? r->function : r->sources.n ? r->sources.at[0] : "";
  text_style(t, STYLE_ANSWER);
  if (worst_is_unbounded(r)) {
    text_addf(t, "%s: unbounded: an input on which it never ends\n", what);
    what = "where it ends";
  }
  if (!last) {
    text_addf(t, "%s: no worst case was found\n", what);
  } else if (r->has_growth && r->sizes.n > 1) {
    text_addf(t, "%s: %s\n", what, r->growth.text);
    text_style(t, STYLE_PLAIN);
    text_add(t, "cost    ");
  } else {
    text_addf(t, "%s: ", what);
  }
  if (last) print_cost(t, r, last);
  text_style(t, STYLE_PLAIN);
}

/* The lines that ran most often on the worst input, or on that of the largest size that was run again: one, unless
 * all are asked for. */
static void print_places(Text *t, const WorstReport *r, const WorstSize *last, bool is_verbose) {
  const WorstSize *counted = hot_lines_size(r);
  for (u32 i = 0; i < r->hot.n && (is_verbose || !i); i++) {
    const WorstHot *h = &r->hot.at[i];
    text_addf(t, "%-7s %s:%u runs ", i ? "" : "where", h->file, h->line);
    text_add_count(t, h->n);
    text_add(t, " times");
    if (counted && counted != last) add_count(t, " at N=", counted->size);
    double ratio = h->ratios.n ? vec_last(&h->ratios) : 0;
    if (h->ratios.n && fabs(ratio - 1) < 0.005) {
      text_add(t, ", no more often when N doubles");
    } else if (ratio > 1) { /* fewer says only that values, not N, make it run */
      text_add(t, ", ");
      text_add_ratio(t, ratio);
      text_add(t, " times as often when N doubles");
    }
    text_add_char(t, '\n');
  }
}

/* One line each; the whole of it is on the page, in worst.json and in `nadir worst -v`. */
static void print_finding(Text *t, const ReportError *e, const char *head, TextStyle style) {
  text_style(t, style);
  text_addf(t, "%-7s ", head);
  text_style(t, STYLE_PLAIN);
  place_print(t, &e->place);
  text_addf(t, "%s%s: %s", *e->place.file ? ": " : "", e->kind, e->meaning);
  if (e->native.verdict == VERDICT_CONFIRMED) text_add(t, " (confirmed natively)");
  if (*e->test) {
    text_addf(t, "; %s replay ", program_name());
    text_add_word(t, e->test);
  }
  text_add_char(t, '\n');
}

/* A loop that is given up stops now at this instruction of a line, now at that. */
static bool is_told(const ReportErrorVec *all, u32 i) {
  const ReportPlace *place = &all->at[i].place;
  bool is_told = false;
  for (u32 k = 0; k < i && !strcmp(all->at[i].kind, "long"); k++)
    is_told |= all->at[k].place.line == place->line &&
               !strcmp(all->at[k].place.file, place->file) && !strcmp(all->at[k].kind, "long");
  return is_told;
}

/* Once for each place. */
static void print_findings(Text *t, const ReportErrorVec *all, bool is_verbose, const char *head,
                           TextStyle style) {
  enum { MAX_FINDINGS = 5 };
  u32 n_places = 0;
  for (u32 i = 0; i < all->n; i++) {
    if (is_verbose)
      summary_error(t, &all->at[i]);
    else if (!is_told(all, i) && n_places++ < MAX_FINDINGS)
      print_finding(t, &all->at[i], n_places > 1 ? "" : head, style);
  }
  if (n_places > MAX_FINDINGS)
    text_addf(t, "        and %u more: see worst.json\n", n_places - MAX_FINDINGS);
}

static void print_errors(Text *t, const WorstReport *r, bool is_verbose) {
  print_findings(t, &r->errors, is_verbose, "errors", STYLE_ERROR);
  print_findings(t, &r->warnings, is_verbose, "warning", STYLE_WARNING);
  u32 n_other = 0;
  for (u32 i = 0; i < r->errors.n; i++) n_other += strcmp(r->errors.at[i].kind, "endless") != 0;
  if (n_other) text_add(t, "        inputs that crash are not counted as worst cases\n");
}

static void print_lines(Text *t, const WordList *lines, const char **head) {
  for (u32 i = 0; i < lines->n; i++) {
    text_addf(t, "%-7s %s\n", *head, lines->at[i]);
    *head = "";
  }
}

static void print_why(Text *t, const char *head, const WorstSize *s) {
  text_addf(t, "%-7s ", head);
  add_count(t, "N=", s->size);
  text_addf(t, ": %s\n", s->why);
}

/* Explains the last size, and the first size without a result.  Only for a strategy that does one
 * thing do we show failed attempts; auto makes many, which worst.json and the page list. */
static void print_how(Text *t, const WorstReport *r) {
  const char *head = "how";
  print_lines(t, &r->said, &head);
  if (strcmp(r->strategy, "auto") != 0) print_lines(t, &r->tried, &head);
  for (u32 i = 0; i < r->sizes.n; i++) {
    const WorstSize *s = &r->sizes.at[i];
    bool begins = !s->has_cost && (i == 0 || r->sizes.at[i - 1].has_cost);
    if (!*s->why || (!begins && i + 1 < r->sizes.n)) continue;
    print_why(t, head, s);
    head = "";
  }
}

/* How the paths ended, if not all of them finished. */
static void print_ends(Text *t, const WorstReport *r) {
  const WorstSize *s = NULL;
  for (u32 i = 0; i < r->sizes.n; i++)
    if (r->sizes.at[i].has_cost && r->sizes.at[i].paths.error + r->sizes.at[i].paths.unfinished)
      s = &r->sizes.at[i];
  if (!s) return;
  add_count(t, "ends    N=", s->size);
  for (u32 i = 0; i < s->ledger.n; i++) {
    text_addf(t, "%s %s (", i ? "," : ":", s->ledger.at[i].meaning);
    add_count(t, "", s->ledger.at[i].n);
    text_add_char(t, ')');
  }
  text_add_char(t, '\n');
}

/* The figures that the strategy reports about its work, for the largest size that has any. */
static void print_figures(Text *t, const WorstReport *r, bool times) {
  for (u32 i = r->sizes.n; i-- > 0;) {
    const WorstSize *s = &r->sizes.at[i];
    u32 n = 0;
    for (u32 k = 0; k < s->figures.n; k++) {
      const WorstFigure *f = &s->figures.at[k];
      if (f->is_time != times) continue;
      if (!n++) add_count(t, times ? "time    N=" : "counts  N=", s->size);
      text_addf(t, "%s %s ", n > 1 ? "," : ":", f->words);
      if (times)
        text_addf(t, "%.3f s", f->value);
      else
        add_count(t, "", (u64)f->value);
    }
    if (!n) continue;
    text_add_char(t, '\n');
    return;
  }
}

/* Why nothing was run again, if that was wanted. */
static void print_not_verified(Text *t, const WorstReport *r) {
  for (u32 i = 0; i < r->said.n; i++)
    if (!strncmp(r->said.at[i], "not verified", strlen("not verified")))
      text_addf(t, "native  %s\n", r->said.at[i]);
}

/* What the answer does not cover: paths that nadir cannot follow, and natively what was not compared. */
static void print_gaps(Text *t, const WorstReport *r, const WorstSize *last, bool is_verbose) {
  const char *gap = NULL;
  for (u32 i = 0; i < r->sizes.n; i++)
    if (r->sizes.at[i].gap && r->sizes.at[i].has_cost) gap = r->sizes.at[i].gap;
  if (gap) {
    text_style(t, STYLE_WARNING);
    text_add(t, "unknown ");
    text_style(t, STYLE_PLAIN);
    text_addf(t, "what inputs cost on paths that end at what nadir does not do: %s\n", gap);
  }
  const WorstVerified *v = last ? &last->verified : NULL;
  if (v && !v->native_how && v->vm == VERDICT_NONE) print_not_verified(t, r);
  if (v && v->native_how && (is_verbose || v->native == VERDICT_UNKNOWN))
    text_addf(t, "native  %s\n", v->native_how);
}

static void print_doubts(Text *t, const WorstReport *r) {
  text_style(t, STYLE_ERROR);
  for (u32 i = 0; i < r->sizes.n; i++) {
    const WorstSize *s = &r->sizes.at[i];
    const WorstVerified *v = &s->verified;
    if (v->vm == VERDICT_NOT_SEEN) {
      add_count(t, "DOUBT   N=", s->size);
      add_count(t, ": the search counted ", v->counted);
      add_count(t, ", the machine ", v->vm_cost);
      text_add(t, " when it ran this input again\n");
    }
    if (v->native == VERDICT_NOT_SEEN) {
      add_count(t, "DOUBT   N=", s->size);
      text_addf(t, ": %s\n", v->native_how);
    }
  }
  text_style(t, STYLE_PLAIN);
}

static void print_decisions(Text *t, const char *decisions) {
  int n = (int)MIN(strlen(decisions), (size_t)MAX_LINE);
  text_addf(t, "path    decisions %.*s%s\n", n, decisions, decisions[n] ? "..." : "");
}

static void print_test(Text *t, const WorstReport *r, const WorstSize *s) {
  if (!s->test) {
    text_add(t, "replay  the test could not be written\n");
    return;
  }
  cleanup(text_free) Text test = text_format("%s/%s", r->out, s->test);
  text_addf(t, "replay  %s replay ", program_name());
  text_add_word(t, text_c(&test));
  text_add_char(t, '\n');
}

static void print_answer(Text *t, const WorstReport *r, const WorstSize *last, bool is_verbose) {
  print_growth(t, r, last);
  if (!last) return;
  for (u32 i = 0; i < last->inputs.n; i++) {
    text_addf(t, "%-7s ", i ? "" : "input");
    input_text(&last->inputs.at[i], t);
    text_add_char(t, '\n');
  }
  if (!last->has_cost) return;
  if (r->law) text_addf(t, "        %s; %s/worst-input.c makes it for any N\n", r->law, r->out);
  print_places(t, r, last, is_verbose);
  print_test(t, r, last);
}

/* What every user needs to know about the search: whether it was stopped, and why there is no
 * result. */
static void print_stops(Text *t, const WorstReport *r) {
  const char *head = "ended";
  for (u32 i = 0; i < r->sizes.n; i++) {
    const WorstSize *s = &r->sizes.at[i];
    bool begins = !s->has_cost && (i == 0 || r->sizes.at[i - 1].has_cost);
    if (!s->why || (!begins && strcmp(s->why, "interrupted") != 0)) continue;
    print_why(t, head, s);
    head = "";
  }
}

/* How it was found: by what, with how much work. */
static void print_search(Text *t, const WorstReport *r, const WorstSize *last) {
  print_how(t, r);
  print_figures(t, r, true);
  print_figures(t, r, false);
  print_ends(t, r);
  if (last && last->decisions && *last->decisions) print_decisions(t, last->decisions);
}

void worst_summary_print(Text *t, const WorstReport *r, bool is_verbose, const char *page) {
  const WorstSize *last = NULL;
  for (u32 i = 0; i < r->sizes.n; i++)
    if (r->sizes.at[i].has_cost || is_given_up(&r->sizes.at[i])) last = &r->sizes.at[i];
  print_answer(t, r, last, is_verbose);
  text_add_char(t, '\n');
  print_table(t, r, is_verbose);
  print_learned(t, &r->growth.learned);
  text_add_char(t, '\n');
  if (r->has_times) times_print(t, &r->times, &r->recipe.flags);
  print_errors(t, r, is_verbose);
  if (is_verbose)
    print_search(t, r, last);
  else
    print_stops(t, r);
  print_gaps(t, r, last, is_verbose);
  print_doubts(t, r);
  if (r->has_seeds) seeds_text(&r->seeds, t);
  if (r->sandbox) text_addf(t, "native  sandbox: %s\n", r->sandbox);
  if (page) text_addf(t, "report  %s/%s\n", r->out, page);
}
