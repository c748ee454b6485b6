/* cover_summary.c — the answer first, then errors, files, the nearest gaps, and where everything is. */
#include "cover/cover_summary.h"

#include "cover/gcov_summary.h"
#include "record/summary.h"
#include "report/seed_folder.h"

#include <string.h>

const char cover_summary_own[] = "the program's own, beside main";

enum { MOST_FILES = 10, MOST_GAPS = 5, NAME_COLUMN = 40 };

static void add_share(Text *t, u32 n, u32 of, const char *what) {
  text_addf(t, "%u of %u %s (%.1f %%)", n, of, what, cover_percent(n, of));
}

void cover_summary_name(Text *t, const char *name) {
  size_t n = strlen(name);
  if (n <= NAME_COLUMN)
    text_addf(t, "  %-*s", NAME_COLUMN, name);
  else
    text_addf(t, "  …%s", name + n - NAME_COLUMN + 1);
}

static void add_row(Text *t, const char *name, const CoveredCounts *c) {
  cover_summary_name(t, name);
  text_addf(t, " %6u / %-6u %6u / %-6u %5u / %-5u %6u / %u\n", c->n_sides_taken, c->n_sides,
            c->n_blocks_entered, c->n_blocks, c->n_fns_entered, c->n_fns, c->n_lines_run,
            c->n_lines);
}

/* The program's own first, and those with the most branches. */
static void add_table(Text *t, const CoverReport *r) {
  cleanup(freep) const CoveredFile **files = cover_report_order(r);
  cover_summary_name(t, "file");
  text_add(t, "  sides           blocks          functions      lines\n");
  for (u32 i = 0; i < r->files.n && i < MOST_FILES; i++)
    add_row(t, files[i]->name, &files[i]->counts);
  if (r->files.n > MOST_FILES)
    text_addf(t, "  … and %u more files, in cover.json\n", r->files.n - MOST_FILES);
  if (cover_has_others(r)) add_row(t, cover_summary_own, &r->own);
}

static void add_gaps(Text *t, const CoverReport *r) {
  CoverGapVec gaps = {0};
  cover_report_gaps(r, &gaps);
  if (gaps.n) text_add(t, "not covered, nearest first:\n");
  for (u32 i = 0; i < gaps.n && i < MOST_GAPS; i++) {
    const CoverGap *g = &gaps.at[i];
    text_addf(t, "  %s:%u:%u: %s %s, in %s\n", g->file->name, g->branch->line, g->branch->column,
              covered_kind_names[g->branch->kind], g->side->label, g->branch->fn);
  }
  if (gaps.n > MOST_GAPS) text_addf(t, "  … and %u more\n", gaps.n - MOST_GAPS);
  vec_free(&gaps);
}

static void add_shapes(Text *t, const CoverReport *r) {
  if (r->shapes.n)
    text_add(t, "shapes of the outside, with the sides that their tests were the first to take:\n");
  for (u32 i = 0; i < r->shapes.n; i++) {
    const CoverShape *s = &r->shapes.at[i];
    text_addf(t, "  %5u in %3u test%s  %s\n", s->n_new, s->n_tests,
              s->n_tests == 1 ? ": " : "s:", s->words);
  }
}

/* Without words from the user the lengths of inputs are nadir's choice: there may be more paths. */
static const char *ending(const CoverReport *r) {
  const RunReport *run = r->run;
  if (run->limit) return run->limit_meaning;
  if (!run->is_complete) return "not every path was explored";
  if (r->shapes.n) return "every path of the shapes below was explored";
  return "every path was explored";
}

void cover_summary_print(Text *t, const CoverReport *r, bool has_page) {
  const CoveredCounts *c = &r->counts;
  const RunReport *run = r->run;
  text_style(t, STYLE_ANSWER);
  text_add(t, "covered ");
  add_share(t, c->n_sides_taken, c->n_sides, "sides of branches");
  text_add(t, ", ");
  add_share(t, c->n_blocks_entered, c->n_blocks, "blocks");
  text_add(t, ",\n        ");
  add_share(t, c->n_fns_entered, c->n_fns, "functions");
  text_add(t, ", ");
  add_share(t, c->n_lines_run, c->n_lines, "lines");
  text_style(t, STYLE_PLAIN);
  text_addf(t, "\n%u test%s, %u error%s", r->tests.n, r->tests.n == 1 ? "" : "s", run->errors.n,
            run->errors.n == 1 ? "" : "s");
  text_addf(t, "; %ju paths in %.1f s, %s\n", (uintmax_t)run->n_paths, run->seconds, ending(r));
  if (run->has_seeds) seeds_text(&run->seeds, t);
  text_add_char(t, '\n');
  summary_errors(t, run);
  add_table(t, r);
  add_shapes(t, r);
  gcov_summary_print(t, r);
  add_gaps(t, r);
  if (r->n_unshown)
    text_addf(t, "%u side%s more taken on paths that no test shows\n", r->n_unshown,
              r->n_unshown == 1 ? " was" : "s were");
  text_addf(t, "in %s: tests, %scoverage.info, cover.json\n", run->out_dir,
            has_page ? "cover.html, " : "");
}
