/* cover_record.c — from numbers of sides, functions and lines to files with names. */
#include "cover/cover_record.h"

#include "base/clock.h"
#include "cover/cover_near.h"
#include "expr/value.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CASES_NAMED = 8 };

static CoveredFile *file_of(CoverReport *r, const char *name) {
  for (u32 i = 0; i < r->files.n; i++)
    if (!strcmp(r->files.at[i].name, name)) return &r->files.at[i];
  vec_push(&r->files, ((CoveredFile){.name = name}));
  return &vec_last(&r->files);
}

/* ---- branches ------------------------------------------------------------------------------------ */

/* Which cases of a switch lead to a place. */
static char *case_label(const Fn *fn, const Switch *sw, u32 pc) {
  cleanup(text_free) Text t = {0};
  u32 n = 0;
  for (u32 k = 0; k < sw->n_cases; k++) {
    const Case *c = &fn->cases[sw->first_case + k];
    if (c->pc != pc || ++n > MOST_CASES_NAMED) continue;
    intmax_t value = (intmax_t)value_signed(c->value, sw->width);
    text_addf(&t, "%s%jd", n > 1 ? ", " : "case ", value);
    /* What people write as a character, as far as one can tell. */
    if ((value >= 'a' && value <= 'z') || (value >= 'A' && value <= 'Z'))
      text_addf(&t, " '%c'", (char)value);
  }
  if (n > MOST_CASES_NAMED) text_add(&t, ", …");
  if (sw->other == pc) text_add(&t, n ? ", default" : "default");
  return text_dup(text_c(&t));
}

static void add_side(CoveredBranch *b, const CoverSuite *s, u32 side, char *label, u32 distance) {
  vec_push(&b->sides, ((CoveredSide){label, s->n_side[side], s->n_side[side] ? 0 : distance}));
}

static void add_sides(CoveredBranch *b, const CoverSuite *s, u32 k, u32 distance) {
  const Cover *c = s->cover;
  const Site *site = &c->module->sites.at[k];
  const Fn *fn = &c->module->fns.at[site->fn];
  u32 first = c->first[k];
  if (site->kind == SITE_SWITCH) {
    const Switch *sw = &fn->switches[fn->code[site->pc].b];
    for (u32 side = first; side < c->first[k + 1]; side++)
      add_side(b, s, side, case_label(fn, sw, c->goes_to[side]), distance);
  } else {
    add_side(b, s, first + !site->inverted, text_dup("true"), distance);
    add_side(b, s, first + site->inverted, text_dup("false"), distance);
  }
}

static CoveredKind kind_of(SiteKind kind) {
  return kind == SITE_SWITCH   ? COVERED_SWITCH
         : kind == SITE_SELECT ? COVERED_SELECT
                               : COVERED_BRANCH;
}

static void add_branches(const CoverSuite *s, CoverReport *r) {
  const Module *m = s->cover->module;
  cleanup(freep) u32 *distances = cover_near(s->cover, s->n_side, s->n_fn);
  for (u32 k = 0; k < m->sites.n; k++) {
    if (!cover_counts(s->cover, k)) continue;
    const Site *site = &m->sites.at[k];
    const Fn *fn = &m->fns.at[site->fn];
    const Pos *pos = &m->positions.at[site->pos];
    if (!pos->line) pos = &m->positions.at[fn->position];
    CoveredBranch b = {
        .kind = kind_of(site->kind), .fn = fn->name, .line = pos->line, .column = pos->column};
    add_sides(&b, s, k, distances[k]);
    CoveredFile *file = file_of(r, m->texts.at[pos->file]);
    vec_push(&file->branches, b);
  }
}

/* ---- functions and lines ------------------------------------------------------------------------- */

static void add_fns(const CoverSuite *s, CoverReport *r) {
  const Module *m = s->cover->module;
  for (u32 i = 0; i < m->fns.n; i++) {
    if (!s->cover->counts[i]) continue;
    const Pos *pos = &m->positions.at[m->fns.at[i].position];
    CoveredFile *file = file_of(r, m->texts.at[pos->file]);
    BlockCount blocks = block_count(&s->blocks, m->fns.at[i].name);
    CoveredFn fn = {m->fns.at[i].name, pos->line, s->n_fn[i], blocks.n, blocks.n_entered};
    vec_push(&file->fns, fn);
  }
}

static void add_lines(const SuitePlan *p, const CoverSuite *s, CoverReport *r) {
  for (u32 i = 0; i < s->lines.n; i++) {
    const LineCount *l = &s->lines.at[i];
    if (!cover_scope_has(p->scope, l->file)) continue;
    CoveredFile *file = file_of(r, l->file);
    vec_push(&file->lines, ((CoveredLine){l->line, l->n}));
  }
}

/* ---- all ----------------------------------------------------------------------------------------- */

static int branch_order(const void *a, const void *b) {
  const CoveredBranch *x = a, *y = b;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  return x->column < y->column ? -1 : x->column > y->column;
}

static int fn_order(const void *a, const void *b) {
  const CoveredFn *x = a, *y = b;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  return strcmp(x->name, y->name);
}

static int file_order(const void *a, const void *b) {
  return strcmp(((const CoveredFile *)a)->name, ((const CoveredFile *)b)->name);
}

static void sort(CoverReport *r) {
  for (u32 i = 0; i < r->files.n; i++) {
    CoveredFile *f = &r->files.at[i];
    if (f->branches.n) qsort(f->branches.at, f->branches.n, sizeof *f->branches.at, branch_order);
    if (f->fns.n) qsort(f->fns.at, f->fns.n, sizeof *f->fns.at, fn_order);
  }
  if (r->files.n) qsort(r->files.at, r->files.n, sizeof *r->files.at, file_order);
}

static void add_tests(const SuitePlan *p, const CoverSuite *s, CoverReport *r) {
  for (u32 i = 0; i < s->tests.n; i++) {
    const SuiteTest *t = &s->tests.at[i];
    const FoundTest *found = &p->tests->at[t->found];
    char name[TEST_NAME_BYTES];
    test_name(name, found->number, "ktest");
    vec_push(&r->tests, ((CoverTest){.file = text_dup(name),
                                     .seconds = (double)found->ns / (double)NS_PER_S,
                                     .n_sides = t->n_sides,
                                     .n_new = t->n_new,
                                     .is_error = found->is_error}));
  }
}

static u32 count_unshown(const Cover *seen, const Cover *shown) {
  u32 n = 0;
  for (u32 k = 0; k < seen->n_all; k++) n += seen->is_seen[k] && !shown->is_seen[k];
  return n;
}

void cover_record(const SuitePlan *plan, const CoverSuite *s, CoverRun *io, RunReport *run,
                  CoverReport *ret) {
  CoverReport *r = ret;
  *r = (CoverReport){.run = run, .n_found = plan->tests->n};
  add_branches(s, r);
  add_fns(s, r);
  add_lines(plan, s, r);
  add_tests(plan, s, r);
  sort(r);
  cover_report_count(r);
  r->n_unshown = count_unshown(io->cover, s->cover);
  r->curve = io->curve;
  io->curve = (CoverPointVec){0};
}
