/* bench_run.c — runs `nadir worst` for a cell, and reads the result from its worst.json. */
#include "bench/bench_run.h"

#include "base/clock.h"
#include "bench/bench_child.h"
#include "report/worst_report.h"
#include "search/strategy.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the command ----------------------------------------------------------------------------- */

static void add_words(Names *w, const WordList *list) {
  for (u32 i = 0; i < list->n; i++) names_add(w, list->at[i]);
}

static void add_number(Names *w, const char *option, u64 number) {
  cleanup(text_free) Text t = {0};
  text_addf(&t, "%lu", number);
  names_add(w, option);
  names_add(w, text_c(&t));
}

static void command_words(const BenchPlan *plan, const Paper *p, const PaperTable *t,
                          const PaperCell *c, u64 seed, const char *folder, Names *w) {
  const PaperRow *row = &t->rows.at[c->row];
  const PaperProgram *program = &p->programs.at[row->program];
  const PaperColumn *column = &t->columns.at[c->column];
  cleanup(text_free) Text file = {0}, budget = {0};
  text_addf(&file, "%s/%s", plan->bench, program->file);
  text_addf(&budget, "%.15gs", (double)plan->budget_ns / (double)NS_PER_S);
  const char *const fixed[] = {
      plan->nadir,      "worst",      text_c(&file),   "--cost", program->cost, "--strategy",
      column->strategy, "--max-time", text_c(&budget), "--out",  folder};
  for (u32 i = 0; i < ARRAY_LEN(fixed); i++) names_add(w, fixed[i]);
  add_number(w, "--size", c->run_size);
  names_add(w, "--only");
  add_number(w, "--seed", seed);
  if (column->is_random && c->worst.is_number) add_number(w, "--until", (u64)c->worst.number);
  if (program->call) {
    names_add(w, "--call");
    names_add(w, program->call);
  }
  add_words(w, &program->options);
  add_words(w, &column->options);
  add_words(w, &row->options[c->column]);
}

/* ---- the folder ------------------------------------------------------------------------------ */

static void add_plain(Text *t, const char *name) {
  for (; *name; name++) text_add_char(t, isalnum((u8)*name) ? *name : '_');
}

static void folder_of(const BenchPlan *plan, const Paper *p, const PaperTable *t,
                      const PaperCell *c, u64 seed, Text *ret) {
  text_addf(ret, "%s/%s/", plan->out, plan->name);
  add_plain(ret, t->name);
  text_add_char(ret, '-');
  add_plain(ret, p->programs.at[t->rows.at[c->row].program].name);
  text_add_char(ret, '-');
  add_plain(ret, t->columns.at[c->column].name);
  text_addf(ret, "-%lu", c->size);
  if (seed != plan->seed) text_addf(ret, "-seed%lu", seed);
}

/* ---- the result ------------------------------------------------------------------------------ */

static void fail(BenchCell *cell, const char *why) {
  cell->state = BENCH_FAILED;
  cell->why = text_dup(why);
}

static const WorstSize *find_size(const WorstReport *r, u64 size) {
  for (u32 i = 0; i < r->sizes.n; i++)
    if (r->sizes.at[i].size == size) return &r->sizes.at[i];
  return NULL;
}

/* Random search leaves nothing behind when its time limit is reached; training took a part of that
 * time. */
static bool is_cut(const BenchPlan *plan, bool is_random, const WorstReport *r,
                   const WorstSize *s) {
  double budget = (double)plan->budget_ns / (double)NS_PER_S;
  return s->paths.unfinished > 0 || s->seconds >= budget || (is_random && r->seconds >= budget);
}

/* Of what the paper's seconds are of. */
static double seconds_of(const PaperTable *t, const PaperColumn *c, const WorstReport *r,
                         const WorstSize *s) {
  if (c->phase) return worst_size_phase(s, c->phase);
  return t->times_all ? r->seconds : s->seconds;
}

static void take_size(const BenchPlan *plan, const PaperTable *t, const WorstReport *r,
                      const WorstSize *s, BenchCell *cell) {
  cell->state = BENCH_DONE;
  cell->has_cost = s->has_cost;
  cell->cost = s->cost;
  cell->is_proven = s->proven;
  cell->is_predicted = s->predicted;
  const WorstVerified *v = &s->verified;
  bool is_counted = s->predicted && v->native == VERDICT_CONFIRMED && v->has_native_cost;
  cell->is_doubted = v->vm == VERDICT_NOT_SEEN || v->native == VERDICT_NOT_SEEN;
  cell->is_verified = !cell->is_doubted && (v->vm == VERDICT_CONFIRMED || is_counted);
  cell->n_feasible = s->paths.feasible;
  cell->n_infeasible = s->paths.infeasible;
  cell->n_queries = s->n_queries;
  cell->seconds = seconds_of(t, &t->columns.at[cell->paper->column], r, s);
  bool is_met = cell->paper->worst.is_number && bench_cell_met(cell);
  bool is_random = t->columns.at[cell->paper->column].is_random; /* until it is met */
  cell->is_cut = !s->proven && !(is_random && is_met) && is_cut(plan, is_random, r, s);
  cell->n_runs = 1;
  cell->n_met = is_met;
  const char *why = s->why && *s->why ? s->why : "no path came to its end";
  if (!s->has_cost) cell->why = text_dup(why);
}

static void take_result(const BenchPlan *plan, const PaperTable *t, const char *folder,
                        BenchCell *cell) {
  cleanup(text_free) Text path = {0};
  text_addf(&path, "%s/worst.json", folder);
  cleanup(worst_report_done) WorstReport r = {0};
  if (worst_report_read(text_c(&path), &r) != OK) {
    fail(cell, err_text());
    return;
  }
  const WorstSize *s = find_size(&r, cell->paper->run_size);
  if (s)
    take_size(plan, t, &r, s, cell);
  else
    fail(cell, "the size is not in worst.json");
}

static Err run(const BenchPlan *plan, const PaperTable *t, const BenchChild *child,
               BenchCell *cell) {
  cleanup(text_free) Text why = {0};
  double seconds;
  bool has_ended;
  TRY(bench_child_run(child, &seconds, &has_ended, &why));
  if (!has_ended) return OK;
  if (why.n)
    fail(cell, text_c(&why));
  else
    take_result(plan, t, child->folder, cell);
  return cell->state == BENCH_DONE ? bench_child_keep(child, seconds) : OK;
}

/* ---- public ---------------------------------------------------------------------------------- */

static Err run_seed(const BenchPlan *plan, const Paper *p, const PaperTable *t, u64 seed,
                    BenchCell *cell) {
  cleanup(text_free) Text folder = {0}, command = {0};
  cleanup(names_free) Names words = {0};
  cell->state = BENCH_LEFT;
  folder_of(plan, p, t, cell->paper, seed, &folder);
  command_words(plan, p, t, cell->paper, seed, text_c(&folder), &words);
  command_print(&words, &command);
  names_end(&words);
  BenchChild child = {&words,      text_c(&folder), text_c(&command),
                      plan->build, plan->budget_ns, plan->stop};
  cell->command = text_dup(text_c(&command));
  cell->folder = text_dup(strrchr(text_c(&folder), '/') + 1);
  cell->is_old = !plan->again && bench_child_is_done(&child, &cell->is_other);
  if (!cell->is_old) return run(plan, t, &child, cell);
  take_result(plan, t, text_c(&folder), cell);
  return OK;
}

/* The better first: more was found, or the same with fewer paths. */
static int by_success(const void *a, const void *b) {
  const BenchCell *x = a, *y = b;
  u64 cost_x = x->has_cost ? x->cost : 0, cost_y = y->has_cost ? y->cost : 0;
  u64 paths_x = x->n_feasible + x->n_infeasible, paths_y = y->n_feasible + y->n_infeasible;
  if (cost_x != cost_y) return cost_x > cost_y ? -1 : 1;
  return paths_x < paths_y ? -1 : paths_x > paths_y;
}

/* One that is left or failed speaks for all. */
static u32 speaker(BenchCell *cells, u32 n) {
  for (u32 i = 0; i < n; i++)
    if (cells[i].state != BENCH_DONE) return i;
  qsort(cells, n, sizeof *cells, by_success);
  return n / 2;
}

static Err run_seeds(const BenchPlan *plan, const Paper *p, const PaperTable *t, BenchCell *cell) {
  BenchCell *runs = mem_new(plan->n_seeds * sizeof *runs);
  Err err = OK;
  for (u32 i = 0; i < plan->n_seeds; i++) {
    runs[i].paper = cell->paper;
    if (err == OK && !(plan->stop && *plan->stop))
      err = run_seed(plan, p, t, plan->seed + i, &runs[i]);
  }
  u32 chosen = speaker(runs, plan->n_seeds), n_runs = 0, n_met = 0;
  for (u32 i = 0; i < plan->n_seeds; i++) {
    n_runs += runs[i].n_runs;
    n_met += runs[i].n_met;
    if (i != chosen) bench_cell_done(&runs[i]);
  }
  *cell = runs[chosen];
  cell->n_runs = n_runs;
  cell->n_met = n_met;
  mem_free(runs);
  return err;
}

Err bench_cell_run(const BenchPlan *plan, const Paper *p, const PaperTable *t, BenchCell *cell) {
  const PaperColumn *column = &t->columns.at[cell->paper->column];
  const StrategyRow *row;
  cell->state = BENCH_ABSENT;
  if (!column->strategy || strategy_find(column->strategy, &row) != OK) return OK;
  return column->is_random ? run_seeds(plan, p, t, cell) : run_seed(plan, p, t, plan->seed, cell);
}
