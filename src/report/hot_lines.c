/* hot_lines.c — counts of lines at sizes that double, side by side.
 *
 * Lines of all files stand in one list: a file is not the place where a program spends its time because
 * its name comes first.
 */
#include "report/hot_lines.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_HOT = 10, DOUBLINGS = 2 };

static int hotter(const void *a, const void *b) {
  const WorstHot *x = a, *y = b;
  if (x->n != y->n) return x->n < y->n ? 1 : -1;
  int files = strcmp(x->file, y->file);
  return files ? files : x->line < y->line ? -1 : x->line > y->line;
}

/* NULL: that size was not run. */
static const WorstSize *size_with_lines(const WorstReport *r, u64 size) {
  for (u32 i = 0; i < r->sizes.n; i++)
    if (r->sizes.at[i].size == size && r->sizes.at[i].lines.n) return &r->sizes.at[i];
  return NULL;
}

const WorstSize *hot_lines_size(const WorstReport *r) {
  for (u32 i = r->sizes.n; i-- > 0;)
    if (r->sizes.at[i].lines.n) return &r->sizes.at[i];
  return NULL;
}

static u64 count_at(const WorstSize *s, const char *file, u32 line) {
  for (u32 i = 0; i < s->lines.n; i++) {
    const WorstFile *f = &s->lines.at[i];
    if (strcmp(f->file, file) != 0) continue;
    for (u32 k = 0; k < f->counts.n; k++)
      if (f->counts.at[k].line == line) return f->counts.at[k].n;
  }
  return 0;
}

/* From the smallest doubling on; none if the line did not run before. */
static void add_ratios(const WorstReport *r, const WorstSize *last, WorstHot *h) {
  for (u32 back = DOUBLINGS; back > 0; back--) {
    if (last->size % (1u << back)) continue;
    const WorstSize *small = size_with_lines(r, last->size >> back);
    const WorstSize *large = size_with_lines(r, last->size >> (back - 1));
    u64 before = small ? count_at(small, h->file, h->line) : 0;
    if (!before || !large) continue;
    vec_push(&h->ratios, (double)count_at(large, h->file, h->line) / (double)before);
  }
}

void hot_lines_add(WorstReport *io) {
  const WorstSize *last = hot_lines_size(io);
  if (!last || io->hot.n) return;
  for (u32 i = 0; i < last->lines.n; i++) {
    const WorstFile *f = &last->lines.at[i];
    for (u32 k = 0; k < f->counts.n; k++) {
      const WorstLine *l = &f->counts.at[k];
      if (l->n > 1) vec_push(&io->hot, ((WorstHot){.file = f->file, .line = l->line, .n = l->n}));
    }
  }
  if (io->hot.n > 1) qsort(io->hot.at, io->hot.n, sizeof *io->hot.at, hotter);
  io->hot.n = MIN(io->hot.n, MAX_HOT);
  for (u32 i = 0; i < io->hot.n; i++) add_ratios(io, last, &io->hot.at[i]);
}
