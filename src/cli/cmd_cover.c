/* cmd_cover.c — nadir cover FILE...: tests that cover the branches of a program. */
#include "cli/commands.h"
#include "cli/each_size.h"
#include "cli/formats.h"
#include "cli/share_cmd.h"
#include "cli/terminal.h"
#include "code/object/objects.h"
#include "cover/cover_record.h"
#include "cover/cover_summary.h"
#include "cover/gcov.h"
#include "engine/shapes.h"

#include <stdio.h>

enum { JSON, ALL_TESTS, FILES, WITH_LIBS, NO_PAGE, TEST_COMP, GCOV, SARIF };

/* clang-format off */
static const Option options[] = {
    [JSON] = {"json", OPTION_FLAG, .help = "print what is covered as JSON", .is_common = true},
    [ALL_TESTS] = {"all-tests", OPTION_FLAG, .help = "keep every test, not only few that cover as much"},
    [FILES] = {"files", OPTION_LIST, "PATTERN", NULL, "count only branches of these sources, such as 'src/*.c'", .is_common = true},
    [WITH_LIBS] = {"with-libs", OPTION_FLAG, .help = "count also the C library and the kernel that programs run on"},
    [NO_PAGE] = {"no-page", OPTION_FLAG, .help = "do not write cover.html"},
    [TEST_COMP] = {"test-comp", OPTION_TEXT, "DIR", NULL, "write the tests in Test-Comp's format, too"},
    [SARIF] = {"sarif", OPTION_TEXT, "FILE", NULL, "also write errors to FILE as SARIF, for code hosts and editors"},
    [GCOV] = {"gcov", OPTION_FLAG, .help = "run the tests natively, too, and show what gcov counts"},
};
/* clang-format on */

typedef struct CoverCommand {
  const Args *args; /* borrowed */
  ExploreCmd x;
  CoverScope scope;
  Cover *cover;   /* owned */
  Module *probed; /* owned */
  CoverRun run;
  CoverSuite suite;
  CoverReport report;
  Text said; /* owned; of the corpus */
} CoverCommand;

static void cover_done(CoverCommand *c) {
  cover_report_done(&c->report);
  text_free(&c->said);
  cover_suite_done(&c->suite);
  cover_run_done(&c->run);
  explore_cmd_done(&c->x);
  c->cover = cover_free(c->cover);
  c->probed = module_free(c->probed);
  expr_close();
}

static CoverScope scope_of(const CoverCommand *c) {
  const OptionSet *own = &c->args->sets.at[0];
  return (CoverScope){.patterns = option_list(own, FILES),
                      .with_libraries = args_flag(c->args, WITH_LIBS)};
}

static Err read_plan(CoverCommand *c, ExplorationPlan *ret) {
  c->scope = scope_of(c);
  c->cover = cover_new(c->x.target.module, cover_scope_has, &c->scope);
  if (!c->cover->n_fns)
    return err_set(ERR_USAGE, "--files: no function of the program is in a source of this name");
  VmConfig vm = vm_config_default();
  vm.cover = c->cover;
  vm.knows_bytes = vm.pins = vm.splits_looked_up = true;
  TRY(explore_cmd_plan(&c->x, vm, ret));
  ret->explore.only_new_tests = !args_flag(c->args, ALL_TESTS);
  if (ret->explore.only_new_tests) ret->explore.until_covered = c->cover;
  return OK;
}

static Err explore_program(CoverCommand *c) {
  ExplorationPlan plan;
  TRY(read_plan(c, &plan));
  TRY(cover_suite_probe(&c->x.target, &c->probed)); /* while there is time */
  TRY(share_cmd_plan(&c->x, NULL, &plan));
  TRY(explore_cmd_begin(&c->x, &plan));
  if (args_flag(c->args, GCOV)) TRY(gcov_check(&c->x.exploration.record.report.recipe));
  c->run.cover = c->x.live.cover = c->cover;
  recorder_subscribe(&c->x.exploration.recorder, &c->run, cover_run_on_event);
  return exploration_run(&c->x.exploration);
}

/* ---- what is left of it -------------------------------------------------------------------------- */

static void drop_tests(CoverCommand *c) {
  const FoundTestVec *all = &c->run.tests;
  RunReport *p = &c->x.exploration.record.report;
  for (u32 i = 0; i < all->n; i++) {
    if (cover_suite_has(&c->suite, all, all->at[i].number)) continue;
    char name[TEST_NAME_BYTES];
    test_name(name, all->at[i].number, "ktest");
    outdir_remove(&c->x.out, name);
  }
  p->n_tests = c->suite.tests.n;
}

/* Better late than to say that nothing is covered. */
#define SUITE_AT_LEAST_NS NS_PER_S

static void make_suite(CoverCommand *c) {
  Exploration *e = &c->x.exploration;
  VmConfig config = e->plan.vm;
  config.cover = NULL;
  SuitePlan plan = {.rerun = {.target = &c->x.target,
                              .module = c->x.target.module,
                              .config = &config,
                              .size = e->plan.size,
                              .solver = e->solver},
                    .scope = &c->scope,
                    .tests = &c->run.tests,
                    .out = &c->x.out,
                    .keeps_all = args_flag(c->args, ALL_TESTS),
                    .limit_ns = MAX(explore_cmd_rest(&c->x), SUITE_AT_LEAST_NS),
                    .probed = c->probed};
  cover_suite_make(&plan, &c->suite);
  cover_record(&plan, &c->suite, &c->run, &e->record.report, &c->report);
  shapes_count(&c->x.target.arguments, &c->x.out, &c->report);
}

static void write_view(CoverCommand *c, const char *format, const char *to) {
  cleanup(text_free) Text path = {0};
  FolderResult r = {.cover = &c->report, .dir = &c->x.out};
  outdir_keep_error(&c->x.out, format_write(&r, format, to, &path));
}

static Err write_results(CoverCommand *c) {
  const Args *args = c->args;
  write_view(c, "json", NULL);
  write_view(c, "lcov", NULL);
  if (!args_flag(args, NO_PAGE)) write_view(c, "html", NULL);
  if (args_has(args, TEST_COMP)) write_view(c, "test-comp", args_text(args, TEST_COMP));
  outdir_keep_error(&c->x.out, explore_cmd_corpus(&c->x, &c->said));
  if (args_has(args, SARIF)) write_view(c, "sarif", args_text(args, SARIF));
  return outdir_error(&c->x.out);
}

static void print_result(const CoverCommand *c) {
  cleanup(text_free) Text t = {0};
  if (args_flag(c->args, JSON))
    cover_report_json(&c->report, &t);
  else
    cover_summary_print(&t, &c->report, !args_flag(c->args, NO_PAGE));
  if (!args_flag(c->args, JSON)) text_add(&t, text_c(&c->said));
  if (!args_flag(c->args, JSON) && explore_cmd_lacks_symbols(&c->x))
    text_add(&t, "nothing in the program is symbolic; --call or nadir.h make inputs "
                 "(docs/harness.md), and --sym-arg and its like (docs/programs.md)\n");
  terminal_print(&t);
}

static Err run_in(const Args *args, const char *server, OutDir *resumed) {
  expr_open();
  cleanup(cover_done) CoverCommand c = {.args = args, .x = {.args = args, .command = "cover"}};
  bool is_left;
  explore_cmd_go_on(&c.x, server, resumed);
  TRY(explore_cmd_open(&c.x));
  TRY(explore_program(&c));
  TRY(share_cmd_settle(&c.x, &is_left));
  make_suite(&c);
  drop_tests(&c);
  explore_cmd_replay(&c.x);
  run_record_write(&c.x.exploration.record);
  if (args_flag(args, GCOV)) TRY(gcov_count(&c.report, &c.x.out, &c.scope));
  Err err = write_results(&c);
  cleanup(freep) char *why = err == OK ? NULL : text_dup(err_text());
  if (is_left) share_cmd_print(&c.x, &c.said);
  print_result(&c); /* also if the folder is full */
  if (err != OK) return err_set(err, "%s", why);
  explore_cmd_set_exit_code(&c.x, false);
  return OK;
}

static Err run_one(const Args *args) { return share_cmd_run(args, run_in); }

static Err run(const Args *args) { return each_size(args, run_one); }

static Err work(const Args *args, const Guest *guest) {
  expr_open();
  cleanup(cover_done) CoverCommand c = {.args = args, .x = {.args = args, .command = "cover"}};
  ExplorationPlan plan;
  TRY(explore_cmd_open_guest(&c.x, guest));
  TRY(read_plan(&c, &plan));
  return share_cmd_join(&c.x, guest, &plan);
}

/* What was best on real programs: docs/coverage-methods.md. */
static const OptionStandard standards[] = {{"max-time", "10m"},
                                           {"search", "adaptive"},
                                           {"mutate", "50"},
                                           {"variables", "usual"},
                                           {"folder", "usual"},
                                           {"shape", "auto"},
                                           {0}};

const Command cmd_cover = {
    .operands = "FILE... [-- ARGS...]",
    .min_operands = 1,
    .max_operands = UINT32_MAX,
    .about =
        "Explores a program for a time, and leaves few tests that together take as many sides of\n"
        "its branches as were found.  FILEs and ARGS are those of 'nadir run', which explains how\n"
        "inputs are made.  A program that reads arguments or standard input needs none: several\n"
        "shapes of them are tried, and those that pay go on (--shape).\n"
        "\n"
        "A side of a branch is a way that an if, a loop, a ?:, && or || goes, or a place that a\n"
        "switch goes to.  What counts are the program's own sources; --files narrows them down.\n"
        "Where all sides are taken the search ends, after as many paths again and 500.\n"
        "What is said to be covered is what the tests cover: each is run again without symbols.\n"
        "\n"
        "The output folder has the tests (.ktest), the errors as 'nadir run' writes them,\n"
        "coverage.info for lcov, genhtml and editors, cover.json, and a page, cover.html.  Ctrl-C\n"
        "ends the search; everything found so far is kept.\n"
        "\n"
        "Exit code 0: no error was found.  10: an error was found.  1 and 2: the program could\n"
        "not be run.\n",
    .examples = "cover program.c --max-time 1m\n"
                "cover parse.c --call 'parse(char text[N] string)' --size 6\n"
                "cover program.c -- --sym-args 0 2 3 --sym-stdin 8\n",
    .options = options,
    .n_options = ARRAY_LEN(options),
    .add_groups = explore_cmd_groups,
    .topic = explore_cmd_topic,
    .is_program = object_is_program,
    .standards = standards,
    .run = run,
    .work = work,
};
