/* study_tables.c — tables 1 to 4 of Homi's paper, and a comparison with KLEE.
 *
 * What is exclusive is found run by run, those of the same seed together, and is a mean over the seeds, as in
 * the paper.  Everything else is of the runs in the middle.
 */
#include "report/study_tables.h"

#include <stdio.h>
#include <string.h>

/* ---- rows ---------------------------------------------------------------------------------------- */

static void add_text(StudyTable *t, const char *text) {
  vec_push(&t->cells, text_dup(text ? text : "-"));
}

/* 0 of others: they do not say. */
static void add_number(StudyTable *t, bool is_known, u64 n) {
  char text[32];
  snprintf(text, sizeof text, "%lu", n);
  add_text(t, is_known ? text : NULL);
}

static void add_ratio(StudyTable *t, u64 n, u64 of) {
  char text[32];
  snprintf(text, sizeof text, "%.2f", of ? (double)n / (double)of : 0);
  add_text(t, of ? text : NULL);
}

static StudyTable table_new(const char *title, const char *about, const char *const *head, u32 n) {
  StudyTable t = {.title = title, .about = about, .n_columns = n};
  for (u32 i = 0; i < n; i++) add_text(&t, head[i]);
  return t;
}

static const StudyRun *best_run(const StudyReport *r, u32 program) {
  u32 best;
  return study_best(r, program, &best) ? study_median(study_cell(r, program, best)) : NULL;
}

/* ---- 1: states ----------------------------------------------------------------------------------- */

/* The curve is nearly even in time: the mean of its points, by the time that each lasts. */
static u64 mean_states(const StudyRun *run) {
  double sum = 0, seconds = 0;
  for (u32 i = 1; i < run->curve.n; i++) {
    double step = run->curve.at[i].seconds - run->curve.at[i - 1].seconds;
    sum += step * (double)run->curve.at[i - 1].n_states;
    seconds += step;
  }
  return seconds > 0 ? (u64)(sum / seconds + 0.5) : 0;
}

static u64 most_states(const StudyRun *run) {
  u64 most = 0;
  for (u32 i = 0; i < run->curve.n; i++) most = MAX(most, run->curve.at[i].n_states);
  return most;
}

static StudyTable states_table(const StudyReport *r) {
  static const char *const head[] = {"program", "states: paper",   "best order",
                                     "at most", "given up: paper", "parked: best order"};
  StudyTable t = table_new("Table 1: states",
                           "Mean number of states over time. KLEE gives states up when memory is "
                           "short; nadir parks them, and loses none.",
                           head, ARRAY_LEN(head));
  for (u32 p = 0; p < r->study->programs.n; p++) {
    const StudyFigures *f = &r->study->programs.at[p].figures;
    const StudyRun *run = best_run(r, p);
    if (!run) continue;
    add_text(&t, r->study->programs.at[p].name);
    add_number(&t, f->n_states, f->n_states);
    add_number(&t, true, mean_states(run));
    add_number(&t, true, most_states(run));
    add_number(&t, f->n_pruned, f->n_pruned);
    add_number(&t, true, run->n_parked);
  }
  return t;
}

/* ---- 2: programs --------------------------------------------------------------------------------- */

static StudyTable programs_table(const StudyReport *r) {
  static const char *const head[] = {"program", "paper's version", "lines", "branches",
                                     "ours",    "lines with code", "sides"};
  StudyTable t =
      table_new("Table 2: programs",
                "The paper counts lines of text and gcov's branches of all files; nadir the "
                "lines that have code and the sides of branches of what is linked.",
                head, ARRAY_LEN(head));
  for (u32 p = 0; p < r->study->programs.n; p++) {
    const StudyProgram *program = &r->study->programs.at[p];
    const StudyFigures *f = &program->figures;
    const StudyRun *run = best_run(r, p);
    if (!run) continue;
    add_text(&t, program->name);
    add_text(&t, f->version);
    add_number(&t, f->n_lines, f->n_lines);
    add_number(&t, f->n_branches, f->n_branches);
    add_text(&t, program->version);
    add_number(&t, true, run->n_lines);
    add_number(&t, true, run->n_sides);
  }
  return t;
}

/* ---- 3: exclusive sides -------------------------------------------------------------------------- */

static bool has_side(const StudyRun *run, u64 side) {
  u32 low = 0, high = run->taken.n;
  while (low < high) {
    u32 at = low + (high - low) / 2;
    if (run->taken.at[at] < side)
      low = at + 1;
    else
      high = at;
  }
  return low < run->taken.n && run->taken.at[low] == side;
}

u64 study_exclusive(const StudyReport *r, u32 program, u32 seed, u32 method, const u32 *others,
                    u32 n_others) {
  const StudyRun *own = &study_cell(r, program, method)->runs[seed];
  u64 n = 0;
  for (u32 i = 0; i < own->taken.n; i++) {
    bool is_shared = false;
    for (u32 k = 0; k < n_others && !is_shared; k++)
      is_shared = others[k] != method &&
                  has_side(&study_cell(r, program, others[k])->runs[seed], own->taken.at[i]);
    n += !is_shared;
  }
  return n;
}

/* Rounded; false if some run is not there. */
static bool mean_exclusive(const StudyReport *r, u32 program, u32 method, const u32 *methods, u32 n,
                           u64 *ret) {
  u64 sum = 0;
  for (u32 seed = 0; seed < r->n_seeds; seed++) {
    for (u32 k = 0; k < n; k++)
      if (study_cell(r, program, methods[k])->runs[seed].state != STUDY_DONE) return false;
    sum += study_exclusive(r, program, seed, method, methods, n);
  }
  *ret = (sum + r->n_seeds / 2) / MAX(r->n_seeds, 1u);
  return true;
}

static void add_paper_row(StudyTable *t, const StudyProgram *p) {
  const StudyFigures *f = &p->figures;
  if (!f->exclusive.n) return;
  add_text(t, p->name);
  add_text(t, "paper");
  for (u32 i = 0; i <= STUDY_TOP; i++)
    add_number(t, i < f->exclusive.n, i < f->exclusive.n ? f->exclusive.at[i] : 0);
}

static void add_our_row(StudyTable *t, const StudyReport *r, u32 program, const u32 *methods,
                        u32 n) {
  add_text(t, r->study->programs.at[program].name);
  add_text(t, "ours");
  for (u32 i = 0; i <= STUDY_TOP; i++) {
    cleanup(text_free) Text cell = {0};
    u64 mean;
    if (i < n && mean_exclusive(r, program, methods[i], methods, n, &mean))
      text_addf(&cell, "%lu", mean);
    if (i && i < n) text_addf(&cell, " %s", r->study->methods.at[methods[i]].name);
    add_text(t, cell.n ? text_c(&cell) : NULL);
  }
}

static StudyTable exclusive_table(const StudyReport *r) {
  u32 subject = 0, methods[STUDY_TOP + 1];
  bool has_subject = study_subject(r->study, &subject);
  const char *head[] = {"program", "",    has_subject ? r->study->methods.at[subject].name : "-",
                        "best",    "2nd", "3rd",
                        "4th",     "5th"};
  StudyTable t =
      table_new("Table 3: sides that only one method covers",
                "Of the method of the paper and the five best orders, those that none of "
                "the other five covers; the mean over the seeds.",
                head, ARRAY_LEN(head));
  for (u32 p = 0; has_subject && p < r->study->programs.n; p++) {
    methods[0] = subject;
    u32 n = 1 + study_top(r, p, STUDY_TOP, methods + 1);
    if (n == 1 || !study_median(study_cell(r, p, subject))) continue;
    add_paper_row(&t, &r->study->programs.at[p]);
    add_our_row(&t, r, p, methods, n);
  }
  return t;
}

/* ---- 4: errors ----------------------------------------------------------------------------------- */

static bool run_has_error(const StudyRun *run, const char *error) {
  for (u32 i = 0; i < run->errors.n; i++)
    if (!strcmp(run->errors.at[i], error)) return true;
  return false;
}

/* The methods that find the error, and with how many of the seeds. */
static void add_finders(StudyTable *t, const StudyReport *r, u32 program, const char *error) {
  cleanup(text_free) Text finders = {0};
  for (u32 i = 0; i < r->study->methods.n; i++) {
    const StudyCell *c = study_cell(r, program, i);
    u32 n = 0;
    for (u32 k = 0; k < c->n_runs; k++) n += run_has_error(&c->runs[k], error);
    if (n) text_addf(&finders, "%s%s", finders.n ? ", " : "", r->study->methods.at[i].name);
    if (n && c->n_runs > 1) text_addf(&finders, " (%u of %u)", n, c->n_runs);
  }
  add_text(t, text_c(&finders));
}

/* Is it the first run with it? */
static bool is_first(const StudyReport *r, u32 program, u32 method, u32 seed, const char *error) {
  for (u32 i = 0; i <= method; i++)
    for (u32 k = 0; k < (i < method ? r->n_seeds : seed); k++)
      if (run_has_error(&study_cell(r, program, i)->runs[k], error)) return false;
  return true;
}

static void add_errors(StudyTable *t, const StudyReport *r, u32 program) {
  for (u32 i = 0; i < r->study->methods.n; i++)
    for (u32 k = 0; k < r->n_seeds; k++) {
      const StudyRun *run = &study_cell(r, program, i)->runs[k];
      for (u32 e = 0; e < run->errors.n; e++) {
        if (!is_first(r, program, i, k, run->errors.at[e])) continue;
        add_text(t, r->study->programs.at[program].name);
        add_text(t, run->errors.at[e]);
        add_finders(t, r, program, run->errors.at[e]);
      }
    }
}

static StudyTable errors_table(const StudyReport *r) {
  static const char *const head[] = {"program", "error", "found by"};
  StudyTable t =
      table_new("Table 4: errors", "The paper's are of other versions.", head, ARRAY_LEN(head));
  for (u32 p = 0; p < r->study->programs.n; p++) {
    const StudyProgram *program = &r->study->programs.at[p];
    if (!best_run(r, p)) continue;
    for (u32 i = 0; i < program->figures.errors.n; i++) {
      add_text(&t, program->name);
      add_text(&t, program->figures.errors.at[i]);
      add_text(&t, "the paper");
    }
    add_errors(&t, r, p);
  }
  return t;
}

/* ---- KLEE ---------------------------------------------------------------------------------------- */

static const StudyRun *own_run(const StudyReport *r, u32 program) {
  for (u32 i = 0; i < r->study->methods.n; i++)
    if (r->study->methods.at[i].over == OVER_OWN) return study_median(study_cell(r, program, i));
  return NULL;
}

static void add_beside(StudyTable *t, const StudyRun *run, u64 klee, bool of_own) {
  u64 n = !run ? 0 : of_own ? run->n_own : run->n_covered;
  add_number(t, run, n);
  add_ratio(t, n, run ? klee : 0);
}

static StudyTable klee_table(const StudyReport *r) {
  static const char *const head[] = {"program", "own: KLEE", "best order", "ratio",
                                     "nadir",   "ratio",     "all: KLEE",  "best order",
                                     "ratio",   "nadir",     "ratio"};
  StudyTable t =
      table_new("Beside KLEE",
                "KLEE: gcov's branches in 10 minutes; ours: sides in the budget above. Own: the "
                "files in the folder of main.",
                head, ARRAY_LEN(head));
  for (u32 p = 0; p < r->study->programs.n; p++) {
    const StudyFigures *f = &r->study->programs.at[p].figures;
    if (!f->klee_all || !best_run(r, p)) continue;
    add_text(&t, r->study->programs.at[p].name);
    add_number(&t, f->klee_own, f->klee_own);
    add_beside(&t, best_run(r, p), f->klee_own, true);
    add_beside(&t, own_run(r, p), f->klee_own, true);
    add_number(&t, true, f->klee_all);
    add_beside(&t, best_run(r, p), f->klee_all, false);
    add_beside(&t, own_run(r, p), f->klee_all, false);
  }
  return t;
}

/* ---- public -------------------------------------------------------------------------------------- */

static void table_done(StudyTable *t) {
  for (u32 i = 0; i < t->cells.n; i++) mem_free(t->cells.at[i]);
  vec_free(&t->cells);
}

void study_tables_make(const StudyReport *r, StudyTables *ret) {
  static StudyTable (*const makers[])(const StudyReport *) = {
      states_table, programs_table, exclusive_table, errors_table, klee_table};
  for (u32 i = 0; i < ARRAY_LEN(makers); i++) {
    StudyTable t = makers[i](r);
    if (t.cells.n > t.n_columns)
      vec_push(ret, t);
    else
      table_done(&t);
  }
}

void study_tables_done(StudyTables *t) {
  for (u32 i = 0; i < t->n; i++) table_done(&t->at[i]);
  vec_free(t);
}

static void print_table(const StudyTable *t, Text *to) {
  text_addf(to, "\n%s\n%s\n", t->title, t->about);
  for (u32 i = 0; i < t->cells.n; i++) {
    u32 column = i % t->n_columns;
    size_t width = 0;
    for (u32 k = column; k < t->cells.n; k += t->n_columns)
      width = MAX(width, strlen(t->cells.at[k]));
    bool is_last = column + 1 == t->n_columns;
    text_addf(to, "%s%-*s%s", column ? "  " : "", is_last ? 0 : (int)width, t->cells.at[i],
              is_last ? "\n" : "");
  }
}

void study_tables_print(const StudyTables *t, Text *to) {
  for (u32 i = 0; i < t->n; i++) print_table(&t->at[i], to);
}
