/* line_counts.c — from probes and their positions to lines. */
#include "build/line_counts.h"

#include <stdlib.h>
#include <string.h>

static bool is_line_probe(const Ins *i) {
  return i->op == OP_BUILTIN && i->b == BUILTIN_NADIR_LINE;
}

static int line_order(const void *a, const void *b) {
  const LineCount *x = a, *y = b;
  int files = strcmp(x->file, y->file);
  if (files) return files;
  return x->line < y->line ? -1 : x->line > y->line;
}

void line_counters_hit(void *user, u32 position) { ((LineCounters *)user)->at[position]++; }

void line_counts_list(const Module *m, LineCounters *io, LineCounts *ret) {
  for (u32 f = 1; f < m->fns.n; f++) {
    const Fn *fn = &m->fns.at[f];
    for (u32 pc = 0; pc < fn->n_code; pc++) {
      if (!is_line_probe(&fn->code[pc])) continue;
      u32 at = fn->positions[pc];
      const Pos *pos = &m->positions.at[at];
      vec_push(ret, ((LineCount){m->texts.at[pos->file], pos->line, io->at[at]}));
      io->at[at] = 0; /* several probes may share a position */
    }
  }
  /* One row for each line, whatever number of positions it has. */
  if (!ret->n) return;
  qsort(ret->at, ret->n, sizeof *ret->at, line_order);
  u32 n = 1;
  for (u32 k = 1; k < ret->n; k++) {
    LineCount *last = &ret->at[n - 1];
    if (line_order(last, &ret->at[k]) == 0)
      last->n += ret->at[k].n;
    else
      ret->at[n++] = ret->at[k];
  }
  ret->n = n;
}
