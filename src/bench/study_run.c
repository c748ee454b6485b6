/* study_run.c — runs `nadir cover` for the cells of a study, and reads the result from its
 * cover.json. */
#include "bench/study_run.h"

#include "base/clock.h"
#include "bench/bench_child.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>

static void add_list(Names *w, const WordList *list) {
  for (u32 i = 0; i < list->n; i++) names_add(w, list->at[i]);
}

static void add_words(const StudyPlan *plan, const StudyReport *r, u32 program, u32 method,
                      u64 seed, const char *folder, Names *w) {
  const Study *s = r->study;
  const StudyMethod *m = &s->methods.at[method];
  cleanup(text_free) Text file = {0}, budget = {0}, number = {0};
  text_addf(&file, "%s/%s", plan->programs, s->programs.at[program].file);
  text_addf(&budget, "%.15gs", (double)plan->budget_ns / (double)NS_PER_S);
  text_addf(&number, "%lu", seed);
  const char *const fixed[] = {plan->nadir,    "cover",   "--max-time", text_c(&budget),
                               "--max-memory", s->memory, "--seed",     text_c(&number),
                               "--exit-zero",  "--out",   folder};
  for (u32 i = 0; i < ARRAY_LEN(fixed); i++) names_add(w, fixed[i]);
  if (m->over == OVER_BEST)
    add_list(w, &s->methods.at[study_cell(r, program, method)->best].options);
  add_list(w, &m->options);
  names_add(w, text_c(&file));
  add_list(w, &s->programs.at[program].words);
}

static void add_plain(Text *t, const char *name) {
  for (; *name; name++) text_add_char(t, isalnum((u8)*name) || *name == '+' ? *name : '_');
}

static void folder_of(const StudyPlan *plan, const Study *s, u32 program, u32 method, u64 seed,
                      Text *ret) {
  text_addf(ret, "%s/%s/", plan->out, plan->name);
  add_plain(ret, s->programs.at[program].name);
  text_add_char(ret, '-');
  add_plain(ret, s->methods.at[method].name);
  text_addf(ret, "-%lu", seed);
}

static void fail(StudyRun *run, StudyState state, const char *why) {
  run->state = state;
  run->why = text_dup(why);
}

static void take_result(const BenchChild *child, StudyRun *run) {
  cleanup(text_free) Text path = {0};
  text_addf(&path, "%s/cover.json", child->folder);
  if (study_run_read(text_c(&path), run) != OK) fail(run, STUDY_FAILED, err_text());
}

static Err run_child(const StudyPlan *plan, const BenchChild *child, StudyRun *run) {
  cleanup(text_free) Text why = {0};
  double seconds;
  bool has_ended;
  run->is_old = !plan->again && bench_child_is_done(child, &run->is_other);
  if (run->is_old) {
    take_result(child, run);
    return OK;
  }
  TRY(bench_child_run(child, &seconds, &has_ended, &why));
  if (!has_ended) return OK;
  if (why.n)
    fail(run, STUDY_FAILED, text_c(&why));
  else
    take_result(child, run);
  return run->state == STUDY_DONE ? bench_child_keep(child, seconds) : OK;
}

static Err run_seed(const StudyPlan *plan, StudyReport *r, u32 program, u32 method, u32 k) {
  StudyRun *run = &study_cell(r, program, method)->runs[k];
  u64 seed = plan->seed + k;
  cleanup(text_free) Text folder = {0}, command = {0};
  cleanup(names_free) Names words = {0};
  folder_of(plan, r->study, program, method, seed, &folder);
  add_words(plan, r, program, method, seed, text_c(&folder), &words);
  command_print(&words, &command);
  names_end(&words);
  run->folder = text_dup(strrchr(text_c(&folder), '/') + 1);
  BenchChild child = {&words,      text_c(&folder), text_c(&command),
                      plan->build, plan->budget_ns, plan->stop};
  return run_child(plan, &child, run);
}

/* A program that is not there is no failure: not everybody builds all of them. */
static bool is_absent(const StudyPlan *plan, StudyReport *r, u32 program, StudyCell *c) {
  cleanup(text_free) Text file = {0}, why = {0};
  text_addf(&file, "%s/%s", plan->programs, r->study->programs.at[program].file);
  if (!access(text_c(&file), R_OK)) return false;
  text_addf(&why, "there is no %s", text_c(&file));
  for (u32 k = 0; k < c->n_runs; k++) fail(&c->runs[k], STUDY_ABSENT, text_c(&why));
  return true;
}

Err study_cell_run(const StudyPlan *plan, StudyReport *r, u32 program, u32 method) {
  StudyCell *c = study_cell(r, program, method);
  if (is_absent(plan, r, program, c)) return OK;
  if (r->study->methods.at[method].over == OVER_BEST && !study_best(r, program, &c->best))
    return OK;
  for (u32 k = 0; k < c->n_runs && !*plan->stop; k++) TRY(run_seed(plan, r, program, method, k));
  return OK;
}
