/* cover_report.c — counts what a report has, and finds what it lacks. */
#include "report/cover_report.h"

#include "report/record_tables.h"

#include <stdlib.h>
#include <string.h>

void cover_report_done(CoverReport *r) {
  record_done(record_of_cover(), r);
  names_free(&r->kept);
}

static CoveredCounts count_file(const CoveredFile *f) {
  CoveredCounts c = {.n_fns = f->fns.n, .n_lines = f->lines.n};
  for (u32 i = 0; i < f->branches.n; i++) {
    const CoveredBranch *b = &f->branches.at[i];
    c.n_sides += b->sides.n;
    for (u32 k = 0; k < b->sides.n; k++) c.n_sides_taken += b->sides.at[k].n_tests > 0;
  }
  for (u32 i = 0; i < f->fns.n; i++) {
    c.n_fns_entered += f->fns.at[i].n_tests > 0;
    c.n_blocks += f->fns.at[i].n_blocks;
    c.n_blocks_entered += f->fns.at[i].n_blocks_entered;
  }
  for (u32 i = 0; i < f->lines.n; i++) c.n_lines_run += f->lines.at[i].n > 0;
  return c;
}

void covered_counts_add(CoveredCounts *io, const CoveredCounts *more) {
  io->n_sides += more->n_sides;
  io->n_sides_taken += more->n_sides_taken;
  io->n_fns += more->n_fns;
  io->n_fns_entered += more->n_fns_entered;
  io->n_blocks += more->n_blocks;
  io->n_blocks_entered += more->n_blocks_entered;
  io->n_lines += more->n_lines;
  io->n_lines_run += more->n_lines_run;
}

static bool has_main(const CoveredFile *f) {
  for (u32 i = 0; i < f->fns.n; i++)
    if (!strcmp(f->fns.at[i].name, "main")) return true;
  return false;
}

static size_t folder_length(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? (size_t)(slash - path) : 0;
}

bool cover_is_own(const CoverReport *r, const char *file) {
  size_t n = folder_length(file);
  for (u32 i = 0; i < r->files.n; i++) {
    const char *name = r->files.at[i].name;
    if (has_main(&r->files.at[i]) && folder_length(name) == n && !strncmp(name, file, n))
      return true;
  }
  return false;
}

bool cover_has_others(const CoverReport *r) {
  return r->own.n_lines && r->own.n_lines < r->counts.n_lines;
}

static CoveredCounts count_gcov(const GcovFile *f) {
  CoveredCounts c = {.n_lines = f->lines.n, .n_fns = f->fns.n};
  for (u32 i = 0; i < f->lines.n; i++) {
    c.n_lines_run += f->lines.at[i].n > 0;
    c.n_sides += f->lines.at[i].n_sides;
    c.n_sides_taken += f->lines.at[i].n_taken;
  }
  for (u32 i = 0; i < f->fns.n; i++) c.n_fns_entered += f->fns.at[i].n > 0;
  return c;
}

void cover_report_count(CoverReport *io) {
  io->counts = io->own = (CoveredCounts){0};
  for (u32 i = 0; i < io->files.n; i++) {
    CoveredFile *f = &io->files.at[i];
    f->counts = count_file(f);
    f->is_own = cover_is_own(io, f->name);
    covered_counts_add(&io->counts, &f->counts);
    if (f->is_own) covered_counts_add(&io->own, &f->counts);
  }
  for (u32 i = 0; i < io->gcov.n; i++) {
    io->gcov.at[i].counts = count_gcov(&io->gcov.at[i]);
    io->gcov.at[i].is_own = cover_is_own(io, io->gcov.at[i].name);
  }
}

static int file_order(const void *a, const void *b) {
  const CoveredFile *x = *(const CoveredFile *const *)a, *y = *(const CoveredFile *const *)b;
  if (x->is_own != y->is_own) return x->is_own ? -1 : 1;
  if (x->counts.n_sides != y->counts.n_sides) return x->counts.n_sides > y->counts.n_sides ? -1 : 1;
  return strcmp(x->name, y->name);
}

const CoveredFile **cover_report_order(const CoverReport *r) {
  const CoveredFile **files = mem_new(MAX(r->files.n, 1u) * sizeof *files);
  for (u32 i = 0; i < r->files.n; i++) files[i] = &r->files.at[i];
  qsort(files, r->files.n, sizeof *files, file_order);
  return files;
}

static int gap_order(const void *a, const void *b) {
  const CoverGap *x = a, *y = b;
  if (x->side->distance != y->side->distance) return x->side->distance < y->side->distance ? -1 : 1;
  if (x->file->is_own != y->file->is_own) return x->file->is_own ? -1 : 1;
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

double cover_percent(u32 n, u32 of) { return of ? 100.0 * n / of : 100.0; }
