/* bench_study.c — runs the cells of a study one after the other, and prints each when it is done. */
#include "cli/bench_study.h"

#include "base/clock.h"
#include "base/os.h"
#include "base/registry.h"
#include "report/html_study.h"
#include "report/study_tables.h"

#include <stdio.h>
#include <string.h>

/* Methods over the best need the others of the program to be there. */
static bool is_wanted(const BenchStudy *b, const Study *s, u32 program, u32 method) {
  const StudyMethod *m = &s->methods.at[method];
  if (b->only_program && strcmp(s->programs.at[program].name, b->only_program)) return false;
  if (!b->method || !strcmp(m->name, b->method)) return true;
  u32 wanted = 0;
  while (strcmp(s->methods.at[wanted].name, b->method)) wanted++;
  return s->methods.at[wanted].over == OVER_BEST && m->over == OVER_NOTHING;
}

static Err check_names(const BenchStudy *b, const Study *s) {
  u32 row;
  if (b->only_program)
    TRY(ROW_FIND("the study has no program", b->only_program, s->programs.at, s->programs.n, &row));
  if (b->method)
    TRY(ROW_FIND("the study has no method", b->method, s->methods.at, s->methods.n, &row));
  return OK;
}

static void tell(const BenchStudy *b, const StudyReport *r, u32 program, u32 method) {
  if (b->is_silent) return;
  const Study *s = r->study;
  const StudyCell *c = study_cell(r, program, method);
  const StudyRun *m = study_median(c);
  printf("%-10s %-14s", s->programs.at[program].name, s->methods.at[method].name);
  if (m) printf(" %6lu of %lu sides", m->n_covered, m->n_sides);
  for (u32 i = 0; i < c->n_runs; i++)
    if (c->runs[i].why) {
      printf("  %s", c->runs[i].why);
      break;
    }
  printf("\n");
  fflush(stdout);
}

static Err write_page(const StudyReport *r, const char *path) {
  cleanup(text_free) Text page = {0};
  html_study(r, &page);
  return file_write(path, page.at, page.n);
}

static Err run_cells(const BenchStudy *b, StudyReport *r, const char *page) {
  const Study *s = r->study;
  for (u32 p = 0; p < s->programs.n; p++) {
    for (u32 i = 0; i < s->methods.n && !*b->plan.stop; i++) {
      if (!r->is_wanted[p * s->methods.n + i]) continue;
      TRY(study_cell_run(&b->plan, r, p, i));
      tell(b, r, p, i);
    }
    TRY(write_page(r, page)); /* so that a long bench can be looked at */
  }
  return OK;
}

static u32 count_failed(const StudyReport *r) {
  u32 n = 0;
  for (u32 i = 0; i < r->study->programs.n * r->study->methods.n; i++)
    for (u32 k = 0; k < r->cells[i].n_runs; k++) n += r->cells[i].runs[k].state == STUDY_FAILED;
  return n;
}

static Err run_report(const BenchStudy *b, StudyReport *r) {
  cleanup(text_free) Text page = {0}, t = {0};
  text_addf(&page, "%s/%s", b->plan.out, b->plan.name);
  TRY(folder_make(text_c(&page)));
  text_add(&page, "/bench.html");
  TRY(run_cells(b, r, text_c(&page)));
  if (b->is_silent) {
    study_report_json(r, &t);
  } else {
    cleanup(study_tables_done) StudyTables tables = {0};
    study_print(r, &t);
    study_tables_make(r, &tables);
    study_tables_print(&tables, &t);
    text_addf(&t, "\npage    %s\n", text_c(&page));
  }
  fputs(text_c(&t), stdout);
  u32 n_failed = count_failed(r);
  return n_failed ? err_set(ERR_INPUT, "%u runs failed", n_failed) : OK;
}

Err bench_study_run(const BenchStudy *b) {
  cleanup(study_done) Study s = {0};
  TRY(study_read(b->path, &s));
  TRY(check_names(b, &s));
  cleanup(study_report_done) StudyReport r = {0};
  study_report_init(&r, &s, b->n_seeds ? b->n_seeds : (u32)s.n_seeds);
  r.build = b->plan.build;
  r.budget_seconds = (double)b->plan.budget_ns / (double)NS_PER_S;
  for (u32 p = 0; p < s.programs.n; p++)
    for (u32 i = 0; i < s.methods.n; i++) r.is_wanted[p * s.methods.n + i] = is_wanted(b, &s, p, i);
  return run_report(b, &r);
}
