/* gcov_summary.c — a table of what gcov counted: of files, of the program's own and of all.
 *
 * The program's own are those beside main: figures of other tools are often of these alone, and of all
 * with the libraries that a program brings along (gnulib of coreutils).
 */
#include "cover/gcov_summary.h"

#include "cover/cover_summary.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FILES = 10 };

/* What both say of a file, or of several. */
typedef struct Pair {
  const char *name; /* borrowed */
  CoveredCounts gcov, ours;
} Pair;

static const CoveredFile *find_file(const CoverReport *r, const char *name) {
  for (u32 i = 0; i < r->files.n; i++)
    if (!strcmp(r->files.at[i].name, name)) return &r->files.at[i];
  return NULL;
}

/* What gcov has no branches for is left out of ours. */
static CoveredCounts without_selects(const CoveredFile *f) {
  CoveredCounts c = f->counts;
  for (u32 i = 0; i < f->branches.n; i++) {
    const CoveredBranch *b = &f->branches.at[i];
    if (b->kind != COVERED_SELECT) continue;
    c.n_sides -= b->sides.n;
    for (u32 k = 0; k < b->sides.n; k++) c.n_sides_taken -= b->sides.at[k].n_tests > 0;
  }
  return c;
}

/* The sides of branches in a line, and those taken; of what gcov counts. */
static GcovLine our_line(const CoveredFile *f, u32 line) {
  GcovLine l = {.line = line};
  for (u32 i = 0; i < f->branches.n; i++) {
    const CoveredBranch *b = &f->branches.at[i];
    if (b->line != line || b->kind == COVERED_SELECT) continue;
    l.n_sides += b->sides.n;
    for (u32 k = 0; k < b->sides.n; k++) l.n_taken += b->sides.at[k].n_tests > 0;
  }
  return l;
}

/* Of lines with branches in both. */
static void count_same(const GcovFile *g, const CoveredFile *f, u32 *io_n, u32 *io_same) {
  for (u32 i = 0; f && i < g->lines.n; i++) {
    const GcovLine *theirs = &g->lines.at[i];
    GcovLine ours = theirs->n_sides ? our_line(f, theirs->line) : (GcovLine){0};
    if (!ours.n_sides) continue;
    ++*io_n;
    *io_same += ours.n_sides == theirs->n_sides && ours.n_taken == theirs->n_taken;
  }
}

static int size_order(const void *a, const void *b) {
  const Pair *x = a, *y = b;
  if (x->gcov.n_sides != y->gcov.n_sides) return x->gcov.n_sides > y->gcov.n_sides ? -1 : 1;
  return strcmp(x->name, y->name);
}

static void add_row(Text *t, const Pair *p) {
  cover_summary_name(t, p->name);
  text_addf(t, " %6u / %-6u %6u / %-6u %5u / %-5u %6u / %u\n", p->gcov.n_sides_taken,
            p->gcov.n_sides, p->ours.n_sides_taken, p->ours.n_sides, p->gcov.n_fns_entered,
            p->gcov.n_fns, p->gcov.n_lines_run, p->gcov.n_lines);
}

static void add_to(Pair *sum, const Pair *p) {
  covered_counts_add(&sum->gcov, &p->gcov);
  covered_counts_add(&sum->ours, &p->ours);
}

void gcov_summary_print(Text *t, const CoverReport *r) {
  if (!r->gcov.n) return;
  VEC(Pair) pairs = {0};
  Pair own = {.name = cover_summary_own}, all = {.name = "all"};
  u32 n_both = 0, n_same = 0;
  for (u32 i = 0; i < r->gcov.n; i++) {
    const GcovFile *g = &r->gcov.at[i];
    const CoveredFile *f = find_file(r, g->name);
    Pair p = {.name = g->name, .gcov = g->counts};
    if (f) p.ours = without_selects(f);
    count_same(g, f, &n_both, &n_same);
    if (g->is_own) add_to(&own, &p);
    add_to(&all, &p);
    vec_push(&pairs, p);
  }
  qsort(pairs.at, pairs.n, sizeof *pairs.at, size_order);
  text_add(t, "native runs of the tests, counted by gcov (which has no ?: of constants):\n");
  cover_summary_name(t, "file");
  text_add(t, "  sides: gcov    nadir           functions: gcov lines: gcov\n");
  for (u32 i = 0; i < pairs.n && i < MOST_FILES; i++) add_row(t, &pairs.at[i]);
  if (pairs.n > MOST_FILES)
    text_addf(t, "  … and %u more files, in cover.json\n", pairs.n - MOST_FILES);
  if (cover_has_others(r)) add_row(t, &own);
  if (pairs.n > 1) add_row(t, &all);
  text_addf(t, "  of %u lines with branches in both, %u have the same numbers\n", n_both, n_same);
  if (r->n_gcov_lost)
    text_addf(t, "  %u of the tests are not counted by gcov: their native runs were killed\n",
              r->n_gcov_lost);
  vec_free(&pairs);
}
