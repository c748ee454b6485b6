/* cover_report.c — counts what a report has, and finds what it lacks. */
#include "report/cover_report.h"

#include <stdlib.h>
#include <string.h>

static void branch_done(CoveredBranch *b) {
  for (u32 i = 0; i < b->sides.n; i++) mem_free(b->sides.at[i].label);
  vec_free(&b->sides);
}

static void file_done(CoveredFile *f) {
  for (u32 i = 0; i < f->branches.n; i++) branch_done(&f->branches.at[i]);
  vec_free(&f->branches);
  vec_free(&f->lines);
  vec_free(&f->fns);
}

static void gcov_done(GcovFileVec *files) {
  for (u32 i = 0; i < files->n; i++) {
    mem_free(files->at[i].name);
    vec_free(&files->at[i].lines);
  }
  vec_free(files);
}

void cover_report_done(CoverReport *r) {
  gcov_done(&r->gcov);
  for (u32 i = 0; i < r->files.n; i++) file_done(&r->files.at[i]);
  for (u32 i = 0; i < r->tests.n; i++) mem_free(r->tests.at[i].file);
  vec_free(&r->files);
  vec_free(&r->curve);
  vec_free(&r->tests);
}

static CoveredCounts count_file(const CoveredFile *f) {
  CoveredCounts c = {.n_fns = f->fns.n, .n_lines = f->lines.n};
  for (u32 i = 0; i < f->branches.n; i++) {
    const CoveredBranch *b = &f->branches.at[i];
    c.n_sides += b->sides.n;
    for (u32 k = 0; k < b->sides.n; k++) c.n_sides_taken += b->sides.at[k].n_tests > 0;
  }
  for (u32 i = 0; i < f->fns.n; i++) c.n_fns_entered += f->fns.at[i].n_tests > 0;
  for (u32 i = 0; i < f->lines.n; i++) c.n_lines_run += f->lines.at[i].n > 0;
  return c;
}

void cover_report_count(CoverReport *io) {
  CoveredCounts all = {0};
  for (u32 i = 0; i < io->files.n; i++) {
    CoveredCounts c = io->files.at[i].counts = count_file(&io->files.at[i]);
    all.n_sides += c.n_sides;
    all.n_sides_taken += c.n_sides_taken;
    all.n_fns += c.n_fns;
    all.n_fns_entered += c.n_fns_entered;
    all.n_lines += c.n_lines;
    all.n_lines_run += c.n_lines_run;
  }
  io->counts = all;
}

static int gap_order(const void *a, const void *b) {
  const CoverGap *x = a, *y = b;
  if (x->side->distance != y->side->distance) return x->side->distance < y->side->distance ? -1 : 1;
  if (x->file != y->file) return x->file < y->file ? -1 : 1;
  if (x->branch != y->branch) return x->branch < y->branch ? -1 : 1;
  return x->side < y->side ? -1 : x->side > y->side;
}

void cover_report_gaps(const CoverReport *r, CoverGapVec *ret) {
  for (u32 i = 0; i < r->files.n; i++)
    for (u32 k = 0; k < r->files.at[i].branches.n; k++) {
      const CoveredBranch *b = &r->files.at[i].branches.at[k];
      for (u32 j = 0; j < b->sides.n; j++)
        if (!b->sides.at[j].n_tests)
          vec_push(ret, ((CoverGap){&r->files.at[i], b, &b->sides.at[j]}));
    }
  if (ret->n) qsort(ret->at, ret->n, sizeof *ret->at, gap_order);
}

double cover_percent(u32 n, u32 of) {
  return of ? 100.0 * n / of : 100.0;
}

const char *covered_kind_name(CoveredKind kind) {
  static const char *const names[] = {"if", "?:", "switch"};
  return names[kind];
}
