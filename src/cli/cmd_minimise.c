/* cmd_minimise.c — nadir minimise TEST: the smallest and plainest test that does the same. */
#include "base/os.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/results_folder.h"
#include "cli/terminal.h"
#include "cli/test_recipe.h"
#include "engine/confirm.h"
#include "engine/minimise.h"
#include "engine/settings.h"
#include "record/summary.h"
#include "report/test_file.h"
#include "report/worst_report.h"
#include "sandbox/sandbox.h"
#include "search/metric.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OUT, MAX_TIME, COST_OPTION };

static const Option options[] = {
    [OUT] = {"out", OPTION_TEXT, "DIR", "nadir-minimal",
             "folder for the new test; DIR-2 ... if DIR is not empty"},
    [MAX_TIME] = {"max-time", OPTION_DURATION, "T", "30s",
                  "stop after T with the smallest test so far", .min = 1},
    [COST_OPTION] = {"cost", OPTION_TEXT, "METRIC", NULL,
                     "keep this cost (default: the error, or of a worst input its cost)"},
};

typedef struct Minimising {
  const Args *args;  /* borrowed */
  Text record, test; /* owned; paths */
  Ktest input;       /* owned */
  Recipe recipe;     /* owned */
  Target target;     /* owned; of the recipe */
  Metric metric;     /* owned */
  bool keeps_cost;
  OutDir out; /* owned */
  Minimised result;
} Minimising;

static void minimising_done(Minimising *m) {
  minimised_done(&m->result);
  outdir_done(&m->out);
  metric_done(&m->metric);
  target_done(&m->target);
  recipe_free(&m->recipe);
  ktest_free(&m->input);
  text_free(&m->record);
  text_free(&m->test);
  expr_close();
}

/* A worst input keeps the cost that its search was about. */
static Err find_metric(Minimising *m) {
  cleanup(worst_report_done) WorstReport worst = {0};
  const char *name = path_name(text_c(&m->test));
  bool is_worst = !strcmp(path_name(text_c(&m->record)), "worst.json") &&
                  !strncmp(name, "worst-", strlen("worst-"));
  if (is_worst) TRY(worst_report_read(text_c(&m->record), &worst));
  const char *metric =
      args_has(m->args, COST_OPTION) ? args_text(m->args, COST_OPTION) : worst.metric;
  m->keeps_cost = args_has(m->args, COST_OPTION) || is_worst;
  if (!m->keeps_cost) return OK;
  TRY(metric_parse(metric, &m->metric));
  if (m->metric.cost != COST_BRANCHES) return OK;
  return err_set(ERR_USAGE, "cost branches counts decisions on symbols, and a test has none: "
                            "--cost names another, such as instructions");
}

static Err read_test(Minimising *m) {
  const char *path = m->args->operands.at[0];
  TestForm form;
  TRY(test_file_read(path, &m->input, &form));
  if (form != FORM_KTEST)
    return err_set(ERR_INPUT, "%s: only tests that nadir wrote can be minimised (.ktest)", path);
  char whole[PATH_MAX];
  text_add(&m->test, realpath(path, whole) ? whole : path);
  test_record_path(text_c(&m->test), &m->record);
  TRY(test_recipe_read(text_c(&m->record), &m->recipe));
  TRY(recipe_read_size(text_c(&m->record), path_name(path), &m->recipe));
  return find_metric(m);
}

/* The program is compiled where the run compiled it. */
static Err open_target(Minimising *m) {
  TRY(target_of_recipe(&m->recipe, &m->target));
  m->target.probe = m->metric.probe;
  if (chdir(m->recipe.folder)) return file_error("go to the folder", m->recipe.folder);
  return target_open(&m->target, NULL);
}

static Err find(Minimising *m, Minimised *ret) {
  MinimisePlan plan = {.target = &m->target,
                       .vm = vm_config_default(),
                       .test = &m->input,
                       .size = m->recipe.size,
                       .keeps_cost = m->keeps_cost,
                       .cost = m->keeps_cost ? m->metric.cost : COST_INSTRUCTIONS,
                       .deadline_ns = clock_after(args_number(m->args, MAX_TIME)),
                       .interrupted = interrupt_watch()};
  machine_options_read(args_set(m->args, &machine_options), args_set(m->args, &machine_settings),
                       m->target.module, &plan.vm);
  return minimise(&plan, ret);
}

/* A folder of its own, as the new test may have another N, with a record from which it is replayed. */
static void write_results(Minimising *m, RunReport *report) {
  static const char name[] = "test000001.ktest";
  cleanup(ktest_free) Ktest k = {0};
  cleanup(text_free) Text bytes = {0}, json = {0};
  Minimised *r = &m->result;
  for (u32 i = 0; i < m->input.args.n; i++) {
    bool is_size = !strncmp(m->input.args.at[i], "--size=", strlen("--size="));
    cleanup(text_free) Text word = text_format("--size=%ju", (uintmax_t)r->size);
    ktest_add_arg(&k, is_size ? text_c(&word) : m->input.args.at[i]);
  }
  named_bytes_add_all(&k.objects, &r->inputs);
  named_bytes_add_all(&k.objects, &r->uninit);
  ktest_encode(&k, &bytes);
  outdir_write(&m->out, name, &bytes);
  recipe_copy(&m->recipe, &report->recipe);
  report->recipe.size = r->size;
  report->out_dir = text_c(&m->out.path);
  report->n_tests = 1;
  if (r->error.kind) {
    cleanup(text_free) Text path = text_format("%s/%s", text_c(&m->out.path), name);
    r->error.test = text_dup(text_c(&path));
    vec_push(&report->errors, r->error);
    r->error = (ReportError){0};
    if (!sandbox_is_off())
      confirm_errors(&report->errors, &report->recipe, 30 * NS_PER_S, interrupt_watch());
  }
  run_report_json(report, &json);
  outdir_write(&m->out, "run.json", &json);
}

static void print(const Minimising *m, const RunReport *report) {
  const Minimised *r = &m->result;
  cleanup(text_free) Text t = {0};
  summary_errors(&t, report);
  text_addf(&t, "from %ju to %ju bytes", (uintmax_t)r->n_bytes_before, (uintmax_t)r->n_bytes);
  if (m->recipe.has_size && r->size != m->recipe.size)
    text_addf(&t, ", from N=%ju to N=%ju", (uintmax_t)m->recipe.size, (uintmax_t)r->size);
  if (m->keeps_cost) {
    text_addf(&t, ", cost %s at least ", m->metric.name);
    text_add_count(&t, r->cost);
  }
  text_add(&t, ", in ");
  text_add_count(&t, r->n_runs);
  text_addf(&t, " runs%s\n",
            r->is_cut_short ? "; stopped before nothing more could be taken away" : "");
  text_addf(&t, "test    %s/test000001.ktest\n", text_c(&m->out.path));
  terminal_print(&t);
}

static Err run(const Args *args) {
  expr_open();
  cleanup(minimising_done) Minimising m = {.args = args};
  cleanup(run_report_done) RunReport report = {0};
  TRY(read_test(&m));
  char here[PATH_MAX];
  if (!getcwd(here, sizeof here)) return os_error("find the working folder");
  Err err = open_target(&m);
  if (err == OK) err = find(&m, &m.result);
  cleanup(freep) char *why = err == OK ? NULL : text_dup(err_text());
  if (chdir(here)) return file_error("go back to the folder", here);
  if (err != OK) return err_set(err, "%s: %s", args->operands.at[0], why);
  TRY(results_folder_make(args_text(args, OUT), option_is_given(&args->sets.at[0], OUT), &m.out));
  write_results(&m, &report);
  print(&m, &report);
  return outdir_error(&m.out);
}

static void add_groups(GroupList *io) {
  vec_push(io, &native_options);
  vec_push(io, &machine_options);
  vec_push(io, &machine_settings);
}

const Command cmd_minimise = {
    .operands = "TEST",
    .min_operands = 1,
    .max_operands = 1,
    .about =
        "Makes a test as small and plain as it can be and still shows the same error at the same\n"
        "place; of a worst input, or with --cost, so that it costs no less.  N becomes smaller,\n"
        "texts shorter, bytes become zeros, and numbers small.  Each try is a run in nadir's\n"
        "machine.  The program is found by the run.json or worst.json beside the test.\n"
        "The new test has a folder of its own.\n",
    .examples = "minimise nadir-out/test000004.ktest\n",
    .options = options,
    .n_options = ARRAY_LEN(options),
    .add_groups = add_groups,
    .run = run,
};
