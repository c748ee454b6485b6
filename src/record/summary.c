/* summary.c — prints a run: errors and warnings first, then the paths, the figures and the folder. */
#include "record/summary.h"

#include "base/os.h"
#include "record/places.h"
#include "report/seed_folder.h"

#include <string.h>

enum { MOST_ERRORS = 20, MOST_WARNINGS = 5, MOST_IGNORED = 10, MOST_MISSING = 10, MOST_GAPS = 5 };

enum { MAX_SHOWN_FRAMES = 16 };

/* ---- errors -------------------------------------------------------------------------------------- */

static void print_stack(Text *t, const ReportError *e) {
  for (u32 i = 0; i < e->stack.n && i < MAX_SHOWN_FRAMES; i++) {
    text_addf(t, "    %s %s", i ? "called by" : "in", e->stack.at[i].fn);
    if (*e->stack.at[i].file) text_add(t, " at ");
    place_print(t, &e->stack.at[i]);
    text_add_char(t, '\n');
  }
  if (e->stack.n > MAX_SHOWN_FRAMES)
    text_addf(t, "    and %u more\n", e->stack.n - MAX_SHOWN_FRAMES);
}

static void print_native(Text *t, const ReportError *e) {
  static const char *const words[] = {[VERDICT_CONFIRMED] = "confirmed",
                                      [VERDICT_NOT_SEEN] = "not seen",
                                      [VERDICT_UNKNOWN] = "unknown"};
  if (e->native.verdict != VERDICT_NONE)
    text_addf(t, "  native: %s (%s)\n", words[e->native.verdict], e->native.how);
}

/* A program that reads much uninitialised memory has hundreds of inputs. */
static void print_inputs(Text *t, const ReportError *e) {
  enum { MAX_SHOWN = 32 };
  u32 n = MIN(e->inputs.n, (u32)MAX_SHOWN);
  if (e->inputs.n) text_add(t, "  input\n");
  for (u32 i = 0; i < n; i++)
    if (*e->inputs.at[i].shown) text_addf(t, "    %s\n", e->inputs.at[i].shown);
  if (n < e->inputs.n) text_addf(t, "    and %u more, which the test has\n", e->inputs.n - n);
}

void summary_error(Text *t, const ReportError *e) {
  place_print(t, &e->place);
  text_addf(t, "%s%s: %s", *e->place.file ? ": " : "", e->kind, e->meaning);
  if (*e->text) text_addf(t, ": %s", e->text);
  text_style(t, STYLE_PLAIN);
  text_add_char(t, '\n');
  print_stack(t, e);
  print_inputs(t, e);
  print_native(t, e);
  if (*e->test) {
    text_addf(t, "  %s replay ", program_name());
    text_add_word(t, e->test);
    text_add_char(t, '\n');
  } else if (!e->has_no_test) {
    text_add(t, "  its test could not be written\n");
  }
}

/* ---- the run ------------------------------------------------------------------------------------- */

static void print_paths(Text *t, const RunReport *r) {
  text_add_count(t, r->n_paths);
  text_add(t, r->n_paths == 1 ? " path" : " paths");
  const char *sep = ": ";
  for (u32 i = 0; i < r->paths.n; i++) {
    if (!r->paths.at[i].n) continue;
    text_add(t, sep);
    text_add_count(t, r->paths.at[i].n);
    text_addf(t, " %s", r->paths.at[i].name);
    sep = ", ";
  }
  text_add_char(t, '\n');
}

static void print_errors(Text *t, const ReportErrorVec *errors, u32 most, TextStyle style,
                         const char *head, const char *what) {
  for (u32 i = 0; i < errors->n && i < most; i++) {
    text_style(t, style);
    text_add(t, head);
    summary_error(t, &errors->at[i]);
    text_add_char(t, '\n');
  }
  if (errors->n > most) text_addf(t, "… and %u more %s, in run.json\n\n", errors->n - most, what);
}

void summary_errors(Text *t, const RunReport *r) {
  print_errors(t, &r->errors, MOST_ERRORS, STYLE_ERROR, "", "errors");
  print_errors(t, &r->warnings, MOST_WARNINGS, STYLE_WARNING, "warning: ", "warnings");
}

/* Why the run is not complete, if it is not for a limit of the user's. */
static void print_gaps(Text *t, const RunReport *r) {
  for (u32 i = 0; i < r->gaps.n && i < MOST_GAPS; i++) {
    const ReportGap *g = &r->gaps.at[i];
    text_addf(t, "not explored further: %s%s%s", g->place, *g->place ? ": " : "", g->kind);
    if (*g->text) text_addf(t, ": %s", g->text);
    text_addf(t, " (%ju path%s)\n", (uintmax_t)g->n, g->n == 1 ? "" : "s");
  }
  if (r->gaps.n > MOST_GAPS)
    text_addf(t, "not explored further: … and at %u more places, in run.json\n",
              r->gaps.n - MOST_GAPS);
}

/* Of these a real program may have hundreds. */
static void print_lists(Text *t, const RunReport *r) {
  u32 n_missing = MIN(r->missing.n, (u32)MOST_MISSING);
  for (u32 i = 0; i < r->ignored.n && i < MOST_IGNORED; i++)
    text_addf(t, "ignored: %s (%ju call%s)\n", r->ignored.at[i].name, (uintmax_t)r->ignored.at[i].n,
              r->ignored.at[i].n == 1 ? "" : "s");
  if (r->ignored.n > MOST_IGNORED)
    text_addf(t, "ignored: … and %u more, in run.json\n", r->ignored.n - MOST_IGNORED);
  for (u32 i = 0; i < n_missing; i++)
    text_addf(t, "%s%s", i ? ", " : "not there for the program: ", r->missing.at[i]);
  if (r->missing.n > n_missing)
    text_addf(t, " … and %u more, in run.json", r->missing.n - n_missing);
  if (n_missing) text_add_char(t, '\n');
}

void summary_print(Text *t, const RunReport *r) {
  summary_errors(t, r);
  print_paths(t, r);
  text_addf(t, "%s in %.2f s: ",
            r->limit         ? "stopped"
            : r->is_complete ? "complete"
                             : "incomplete",
            r->seconds);
  text_add_count(t, r->n_instructions);
  text_add(t, " instructions, ");
  text_add_count(t, r->n_branches);
  text_add(t, " branches, ");
  text_add_count(t, r->n_queries);
  text_addf(t, " questions (%.2f s)\n", r->solver_seconds);
  if (r->has_seeds) seeds_text(&r->seeds, t);
  print_gaps(t, r);
  print_lists(t, r);
  if (r->limit) text_addf(t, "stopped: %s\n", r->limit_meaning);
  if (r->sandbox) text_addf(t, "native runs: sandbox %s\n", r->sandbox);
  text_add_count(t, r->n_tests);
  text_addf(t, " test%s%s in %s", r->n_tests == 1 ? "" : "s",
            r->is_written ? ", ledger and run.json" : "", r->out_dir);
  if (r->n_lost) text_addf(t, "; %ju more could not be written", (uintmax_t)r->n_lost);
  text_add_char(t, '\n');
}
