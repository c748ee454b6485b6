/* study.c — reads a study and the results of its runs from JSON, finds medians and the best, and
 * writes them as a table and as JSON. */
#include "report/study.h"

#include "report/report_impl.h"

#include <stdlib.h>
#include <string.h>

/* ---- the study ----------------------------------------------------------------------------------- */

static Err take_figures(const char *where, const json_t *j, StudyFigures *ret) {
  const json_t *paper = json_object_get(j, "paper"), *klee = json_object_get(j, "klee");
  const json_t *exclusive = NULL, *errors = NULL;
  TRY(take_number(where, klee, "own", &ret->klee_own));
  TRY(take_number(where, klee, "all", &ret->klee_all));
  TRY(take_text(where, paper, "version", &ret->version));
  TRY(take_number(where, paper, "lines", &ret->n_lines));
  TRY(take_number(where, paper, "branches", &ret->n_branches));
  TRY(take_number(where, paper, "states", &ret->n_states));
  TRY(take_number(where, paper, "pruned", &ret->n_pruned));
  TRY(take_list(where, paper, "exclusive", &exclusive));
  TRY(take_list(where, paper, "errors", &errors));
  for (size_t i = 0; i < json_array_size(exclusive); i++)
    vec_push(&ret->exclusive, (u64)json_integer_value(json_array_get(exclusive, i)));
  for (size_t i = 0; i < json_array_size(errors); i++)
    if (json_is_string(json_array_get(errors, i)))
      vec_push(&ret->errors, json_string_value(json_array_get(errors, i)));
  return OK;
}

static Err take_program(const char *where, const json_t *root, const json_t *j, StudyProgram *ret) {
  TRY(take_needed_text(where, j, "name", &ret->name));
  TRY(take_needed_text(where, j, "file", &ret->file));
  TRY(take_text(where, j, "version", &ret->version));
  TRY(take_figures(where, j, &ret->figures));
  return take_texts(where, json_object_get(j, "words") ? j : root, "words", &ret->words);
}

static Err take_method(const char *where, const json_t *j, StudyMethod *ret) {
  const char *over = NULL;
  TRY(take_needed_text(where, j, "name", &ret->name));
  TRY(take_text(where, j, "over", &over));
  if (over && strcmp(over, "best") && strcmp(over, "own"))
    return err_set(ERR_INPUT, "%s: 'over' is neither \"best\" nor \"own\"", where);
  ret->over = !over ? OVER_NOTHING : !strcmp(over, "best") ? OVER_BEST : OVER_OWN;
  return take_texts(where, j, "options", &ret->options);
}

static Err take_study(const char *path, const json_t *root, Study *s) {
  const json_t *programs = NULL, *methods = NULL;
  TRY(take_needed_text(path, root, "name", &s->name));
  TRY(take_needed_text(path, root, "title", &s->title));
  TRY(take_needed_text(path, root, "where", &s->where));
  TRY(take_needed_text(path, root, "memory", &s->memory));
  TRY(take_number(path, root, "limit_seconds", &s->limit_seconds));
  TRY(take_number(path, root, "seeds", &s->n_seeds));
  TRY(take_list(path, root, "programs", &programs));
  TRY(take_list(path, root, "methods", &methods));
  for (size_t i = 0; i < json_array_size(programs); i++) {
    vec_push(&s->programs, (StudyProgram){0});
    TRY(take_program(path, root, json_array_get(programs, i), &vec_last(&s->programs)));
  }
  for (size_t i = 0; i < json_array_size(methods); i++) {
    vec_push(&s->methods, (StudyMethod){0});
    TRY(take_method(path, json_array_get(methods, i), &vec_last(&s->methods)));
  }
  if (!s->programs.n || !s->methods.n || !s->n_seeds)
    return err_set(ERR_INPUT, "%s: there are no programs, methods or seeds", path);
  return OK;
}

Err study_read(const char *path, Study *ret) {
  json_t *root;
  TRY(json_read(path, &root));
  Study s = {.document = root};
  Err err = take_study(path, root, &s);
  if (err == OK)
    *ret = s;
  else
    study_done(&s);
  return err;
}

void study_done(Study *s) {
  for (u32 i = 0; i < s->programs.n; i++) {
    vec_free(&s->programs.at[i].words);
    vec_free(&s->programs.at[i].figures.exclusive);
    vec_free(&s->programs.at[i].figures.errors);
  }
  for (u32 i = 0; i < s->methods.n; i++) vec_free(&s->methods.at[i].options);
  vec_free(&s->programs);
  vec_free(&s->methods);
  json_decref(s->document);
  *s = (Study){0};
}

/* ---- runs ---------------------------------------------------------------------------------------- */

void study_run_done(StudyRun *r) {
  mem_free(r->why);
  mem_free(r->folder);
  for (u32 i = 0; i < r->errors.n; i++) mem_free(r->errors.at[i]);
  vec_free(&r->errors);
  vec_free(&r->taken);
  vec_free(&r->curve);
  *r = (StudyRun){0};
}

static Err take_curve(const char *path, const json_t *root, StudyRun *io) {
  const json_t *curve = NULL;
  TRY(take_list(path, root, "curve", &curve));
  for (size_t i = 0; i < json_array_size(curve); i++) {
    const json_t *j = json_array_get(curve, i);
    StudyPoint p = {0};
    TRY(take_real(path, j, "seconds", &p.seconds));
    TRY(take_number(path, j, "sides", &p.n_sides));
    TRY(take_number(path, j, "states", &p.n_states));
    vec_push(&io->curve, p);
  }
  return OK;
}

/* The same program has the same files with the same branches in every run: a side is its number in the
 * file. */
static void take_sides(const json_t *files, StudyRun *io) {
  for (size_t i = 0; i < json_array_size(files); i++) {
    const json_t *branches = json_object_get(json_array_get(files, i), "branches");
    u32 n = 0;
    for (size_t k = 0; k < json_array_size(branches); k++) {
      const json_t *sides = json_object_get(json_array_get(branches, k), "sides");
      for (size_t j = 0; j < json_array_size(sides); j++, n++)
        if (json_integer_value(json_object_get(json_array_get(sides, j), "tests")) > 0)
          vec_push(&io->taken, (u64)i << 32 | n);
    }
  }
}

static Err take_errors(const char *path, const json_t *errors, StudyRun *io) {
  for (size_t i = 0; i < json_array_size(errors); i++) {
    const json_t *j = json_array_get(errors, i);
    const char *file = "", *meaning = "";
    u64 line = 0;
    cleanup(text_free) Text t = {0};
    TRY(take_text(path, j, "file", &file));
    TRY(take_number(path, j, "line", &line));
    TRY(take_text(path, j, "meaning", &meaning));
    text_addf(&t, "%s:%lu: %s", file, line, meaning);
    vec_push(&io->errors, text_dup(text_c(&t)));
  }
  return OK;
}

Err study_run_read(const char *path, StudyRun *io) {
  cleanup(json_free) json_t *root = NULL;
  const json_t *tests = NULL, *errors = NULL, *files = NULL;
  TRY(json_read(path, &root));
  const json_t *sides = json_object_get(root, "sides");
  if (!json_is_object(sides)) return json_missing(path, "sides");
  TRY(take_number(path, sides, "covered", &io->n_covered));
  TRY(take_number(path, sides, "all", &io->n_sides));
  TRY(take_number(path, root, "paths", &io->n_paths));
  TRY(take_list(path, root, "tests", &tests));
  TRY(take_list(path, root, "errors", &errors));
  io->n_tests = json_array_size(tests);
  io->n_errors = json_array_size(errors);
  TRY(take_number(path, root, "parked", &io->n_parked));
  TRY(take_number(path, json_object_get(root, "own_sides"), "covered", &io->n_own));
  TRY(take_number(path, json_object_get(root, "lines"), "all", &io->n_lines));
  TRY(take_list(path, root, "files", &files));
  take_sides(files, io);
  TRY(take_errors(path, errors, io));
  TRY(take_curve(path, root, io));
  io->state = STUDY_DONE;
  return OK;
}

/* ---- cells --------------------------------------------------------------------------------------- */

static u32 count_cells(const StudyReport *r) { return r->study->programs.n * r->study->methods.n; }

void study_report_init(StudyReport *r, const Study *s, u32 n_seeds) {
  *r = (StudyReport){.study = s, .n_seeds = n_seeds};
  r->cells = mem_new(count_cells(r) * sizeof *r->cells);
  r->is_wanted = mem_new(count_cells(r));
  for (u32 i = 0; i < count_cells(r); i++)
    r->cells[i] = (StudyCell){mem_new(n_seeds * sizeof(StudyRun)), n_seeds, 0};
}

void study_report_done(StudyReport *r) {
  for (u32 i = 0; r->study && i < count_cells(r); i++) {
    for (u32 k = 0; k < r->cells[i].n_runs; k++) study_run_done(&r->cells[i].runs[k]);
    mem_free(r->cells[i].runs);
  }
  mem_free(r->cells);
  mem_free(r->is_wanted);
  *r = (StudyReport){0};
}

StudyCell *study_cell(const StudyReport *r, u32 program, u32 method) {
  assert(program < r->study->programs.n && method < r->study->methods.n);
  return &r->cells[program * r->study->methods.n + method];
}

static int by_covered(const void *a, const void *b) {
  const StudyRun *x = *(const StudyRun *const *)a, *y = *(const StudyRun *const *)b;
  return x->n_covered < y->n_covered ? -1 : x->n_covered > y->n_covered;
}

/* Of an even number the one below the middle: no more is claimed than was seen. */
const StudyRun *study_median(const StudyCell *c) {
  const StudyRun **done = mem_new(MAX(c->n_runs, 1u) * sizeof *done), *median = NULL;
  u32 n = 0;
  for (u32 i = 0; i < c->n_runs; i++)
    if (c->runs[i].state == STUDY_DONE) done[n++] = &c->runs[i];
  if (n) {
    qsort(done, n, sizeof *done, by_covered);
    median = done[(n - 1) / 2];
  }
  mem_free(done);
  return median;
}

u32 study_top(const StudyReport *r, u32 program, u32 n, u32 *ret_methods) {
  u32 n_found = 0;
  for (u32 i = 0; i < r->study->methods.n; i++) {
    const StudyRun *m = study_median(study_cell(r, program, i));
    if (r->study->methods.at[i].over != OVER_NOTHING || !m) continue;
    u32 at = n_found;
    while (at &&
           study_median(study_cell(r, program, ret_methods[at - 1]))->n_covered < m->n_covered)
      at--;
    if (at == n) continue;
    n_found = MIN(n_found + 1, n);
    memmove(ret_methods + at + 1, ret_methods + at, (n_found - 1 - at) * sizeof *ret_methods);
    ret_methods[at] = i;
  }
  return n_found;
}

bool study_best(const StudyReport *r, u32 program, u32 *ret_method) {
  return study_top(r, program, 1, ret_method) == 1;
}

bool study_subject(const Study *s, u32 *ret_method) {
  for (u32 i = 0; i < s->methods.n; i++)
    if (s->methods.at[i].over == OVER_BEST) {
      *ret_method = i;
      return true;
    }
  return false;
}

bool study_is_wanted(const StudyReport *r, u32 program) {
  u32 n = r->study->methods.n;
  for (u32 i = 0; i < n; i++)
    if (r->is_wanted[program * n + i]) return true;
  return false;
}

/* ---- results ------------------------------------------------------------------------------------- */

/* What is said of a cell without a result. */
static const char *word_of(const StudyCell *c) {
  for (u32 i = 0; i < c->n_runs; i++)
    if (c->runs[i].state == STUDY_FAILED) return "failed";
  return c->n_runs && c->runs[0].state == STUDY_ABSENT ? "absent" : "-";
}

void study_print(const StudyReport *r, Text *to) {
  const Study *s = r->study;
  for (u32 p = 0; p < s->programs.n; p++) {
    if (!study_is_wanted(r, p)) continue;
    u32 best = 0;
    bool has_best = study_best(r, p, &best);
    text_addf(to, "\n%s\n", s->programs.at[p].name);
    for (u32 i = 0; i < s->methods.n; i++) {
      const StudyCell *c = study_cell(r, p, i);
      const StudyRun *m = study_median(c);
      if (!r->is_wanted[p * s->methods.n + i]) continue;
      text_addf(to, "  %-14s", s->methods.at[i].name);
      if (m)
        text_addf(to, " %6lu of %lu sides  %lu tests  %lu paths  %lu errors", m->n_covered,
                  m->n_sides, m->n_tests, m->n_paths, m->n_errors);
      else
        text_addf(to, " %6s", word_of(c));
      if (m && has_best && i == best) text_add(to, "  best");
      if (m && s->methods.at[i].over == OVER_BEST)
        text_addf(to, "  over %s", s->methods.at[c->best].name);
      text_add_char(to, '\n');
    }
  }
}

static json_t *run_json(const StudyRun *run) {
  static const char *const states[] = {"left", "absent", "done", "failed"};
  json_t *j = json_object();
  set_text(j, "state", states[run->state]);
  set_text(j, "why", run->why);
  set_text(j, "folder", run->folder);
  if (run->state != STUDY_DONE) return j;
  set_number(j, "covered", run->n_covered);
  set_number(j, "sides", run->n_sides);
  set_number(j, "paths", run->n_paths);
  set_number(j, "tests", run->n_tests);
  set_number(j, "errors", run->n_errors);
  json_object_set_new(j, "other_build", json_boolean(run->is_other));
  return j;
}

static json_t *cell_json(const StudyReport *r, u32 program, u32 method) {
  const Study *s = r->study;
  const StudyCell *c = study_cell(r, program, method);
  const StudyRun *m = study_median(c);
  json_t *j = json_object(), *runs = json_array();
  set_text(j, "program", s->programs.at[program].name);
  set_text(j, "method", s->methods.at[method].name);
  if (m && s->methods.at[method].over == OVER_BEST)
    set_text(j, "over", s->methods.at[c->best].name);
  if (m) set_number(j, "median", m->n_covered);
  for (u32 i = 0; i < c->n_runs; i++) json_array_append_new(runs, run_json(&c->runs[i]));
  json_object_set_new(j, "runs", runs);
  return j;
}

void study_report_json(const StudyReport *r, Text *to) {
  cleanup(json_free) json_t *root = json_object();
  json_t *cells = json_array();
  set_text(root, "study", r->study->name);
  set_text(root, "build", r->build);
  set_real(root, "budget", r->budget_seconds);
  set_text(root, "memory", r->study->memory);
  for (u32 i = 0; i < count_cells(r); i++)
    if (r->is_wanted[i])
      json_array_append_new(cells, cell_json(r, i / r->study->methods.n, i % r->study->methods.n));
  json_object_set_new(root, "cells", cells);
  char *text = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(JSON_DIGITS));
  text_add(to, text);
  text_add_char(to, '\n');
  free(text);
}
