/* explore_cmd.c — reads the options that commands which explore have in common, and does what they say.
 */
#include "cli/explore_cmd.h"

#include "build/harness.h"
#include "build/target_wire.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/propose.h"
#include "cli/results_folder.h"
#include "cli/share_cmd.h"
#include "engine/confirm.h"
#include "engine/settings.h"
#include "engine/shapes.h"
#include "inputs/dictionary.h"
#include "record/corpus.h"
#include "sandbox/sandbox.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* clang-format off */
static const Option options[] = {
    [EXPLORE_CALL] = {"call", OPTION_TEXT, "CALL", NULL, "a call such as 'sort(int a[N], N)', or a function's name; default: main", .is_common = true},
    [EXPLORE_OUT] = {"out", OPTION_TEXT, "DIR", "nadir-out", "folder for results; DIR-2 ... if DIR is not empty", .is_common = true},
    [EXPLORE_SEARCH] = {"search", OPTION_TEXT, "NAME", "mixed", "which unfinished path to continue next", .choices = search_order_choices},
    [EXPLORE_SEED] = {"seed", OPTION_NUMBER, "N", "1", "random seed; the same seed gives the same run"},
    [EXPLORE_SIZE] = {"size", OPTION_TEXT, "LIST", "8", "size N of CALL, nadir_size(), fuzz targets; or several: 1:20", .is_common = true},
    [EXPLORE_REPLAY_TIME] = {"replay-time", OPTION_DURATION, "T", "30s", "time limit for native runs of errors, all together", .min = 1},
    [EXPLORE_MAX_STATES] = {"max-states", OPTION_NUMBER, "N", NULL, "keep at most N states in memory; rebuild the others later", .min = 1},
    [EXPLORE_SET] = {"set", OPTION_LIST, "NAME=VALUE", NULL, "a setting: see 'nadir help run homi' (or explore, machine, mutate, random)"},
    [EXPLORE_SHAPE] = {"shape", OPTION_CHOICE, "WHAT", "given", "how many arguments, how long they and files are", .choices = shape_choices},
    [EXPLORE_EXIT_ZERO] = {"exit-zero", OPTION_FLAG, .help = "exit with 0 even if errors were found or paths were left out"},
    [EXPLORE_CORPUS] = {"corpus", OPTION_TEXT, "DIR", NULL, "write the bytes of each input, too, one input a file: a corpus for fuzzers"},
};

enum { MAX_UNDECIDED };
static const Option of_paths[] = {
    [MAX_UNDECIDED] = {"max-path-instructions", OPTION_NUMBER, "N", "1000000000", "end a path after N instructions with no decision", .min = 1},
};
/* clang-format on */

const OptionGroup explore_options = {"exploring", options, ARRAY_LEN(options), NULL};
static const OptionGroup path_settings = {"paths", of_paths, ARRAY_LEN(of_paths), NULL, "explore"};

void explore_cmd_groups(GroupList *io) {
  vec_push(io, &explore_options);
  vec_push(io, &native_options);
  vec_push(io, &limit_options);
  vec_push(io, &share_options);
  vec_push(io, &pruning_options);
  vec_push(io, &mutation_options);
  vec_push(io, &machine_options);
  vec_push(io, &environment_options);
  vec_push(io, &solver_options);
  vec_push(io, &compile_options);
  vec_push(io, &path_settings);
  vec_push(io, &homi_settings);
  vec_push(io, &machine_settings);
  vec_push(io, &mutation_settings);
  vec_push(io, &random_settings);
}

Err explore_cmd_topic(const char *name, GroupList *ret, const char **ret_line) {
  GroupList all = {0};
  explore_cmd_groups(&all);
  for (u32 i = 0; i < all.n; i++) {
    if (!all.at[i]->settings_of || strcmp(all.at[i]->settings_of, name) != 0) continue;
    vec_push(ret, all.at[i]);
    *ret_line = all.at[i]->title;
  }
  vec_free(&all);
  return ret->n ? OK : err_set(ERR_USAGE, "there are no settings of '%s'", name);
}

const OptionSet *explore_cmd_options(const ExploreCmd *x) {
  return args_set(x->args, &explore_options);
}

u64 explore_cmd_size(const ExploreCmd *x) {
  return strtoull(option_text(explore_cmd_options(x), EXPLORE_SIZE), NULL, 10);
}

/* ---- the program --------------------------------------------------------------------------------- */

static Err read_target(ExploreCmd *x) {
  const Args *args = x->args;
  Target *t = &x->target;
  const WordList *arguments = option_list(args_set(args, &machine_options), MACHINE_ARG);
  t->compile = compile_options_read(args_set(args, &compile_options));
  t->compile.keeps_pointers = machine_checks_leak(args_set(args, &machine_options));
  t->compile.deadline_ns = x->budget.deadline_ns;
  t->compile.interrupted = x->budget.interrupted;
  t->is_to_travel = x->server && !x->resumes;
  vec_append(&t->sources, args->operands.at, args->operands.n);
  if (!x->shapes.n)
    return target_read_words(t, arguments, &args->words, args_set(args, &environment_options));
  /* Shapes that were made of the words have these among them. */
  WordList words = {0};
  if (!x->varies) vec_append(&words, args->words.at, args->words.n);
  vec_append(&words, (const char *const *)x->shapes.at, x->shapes.n);
  Err err = target_read_words(t, arguments, &words, args_set(args, &environment_options));
  vec_free(&words);
  return err;
}

static ShapeChoice shape_choice(const ExploreCmd *x) {
  return (ShapeChoice)option_choice(explore_cmd_options(x), EXPLORE_SHAPE);
}

/* What the words say, varied; nothing is varied where they say nothing. */
static void vary_words(ExploreCmd *x) {
  if (shape_choice(x) == SHAPE_VARY) shapes_vary(&x->args->words, &x->shapes);
  x->varies = x->shapes.n;
}

/* Chooses shapes for a program without symbolic inputs so far; false: it has no use for any. */
static bool choose_shapes(ExploreCmd *x) {
  const Target *t = &x->target;
  if (shape_choice(x) == SHAPE_GIVEN || x->shapes.n || t->call.text) return false;
  if (environment_is_symbolic(&t->environment) || program_has_symbols(t->module)) return false;
  if (!shapes_can_matter(t->module)) return false;
  shapes_choose(t->module, environment_has(&t->environment, NADIR_WORLD_STDIN), &x->shapes);
  return true;
}

Err explore_cmd_make_folder(ExploreCmd *x) {
  const OptionSet *o = explore_cmd_options(x);
  return results_folder_make(option_text(o, EXPLORE_OUT), option_is_given(o, EXPLORE_OUT), &x->out);
}

/* A CALL needs the folder for its main; otherwise there is none before the program compiles. */
static Err open_target(ExploreCmd *x) {
  const OptionSet *o = explore_cmd_options(x);
  if (x->target.call.text && !x->out.path.n) TRY(explore_cmd_make_folder(x));
  TRY(target_open(&x->target, &x->out));
  if (option_has(o, EXPLORE_CALL)) compile_warn(&x->target.compile, x->target.sources.at[0]);
  return OK;
}

static Err open_program(ExploreCmd *x) {
  const OptionSet *o = explore_cmd_options(x);
  Target *t = &x->target;
  vary_words(x);
  TRY(read_target(x));
  if (option_has(o, EXPLORE_CALL)) {
    TRY(propose_named(x->args, x->command, option_text(o, EXPLORE_CALL), &t->call));
    return propose_instead(x->args, x->command, &t->call, open_target(x));
  }
  TRY(open_target(x));
  if (choose_shapes(x)) {
    target_done(t);
    *t = (Target){0};
    TRY(read_target(x));
    t->compile.is_silent = true; /* clang has printed its warnings */
    return open_target(x);
  }
  if (program_has_entry(t->module)) return OK;
  TRY(propose_call(x->args, x->command, false, &t->call));
  t->compile.is_silent = true; /* clang has printed its warnings */
  return open_target(x);
}

static void wrap_search(ExploreCmd *x) {
  if (x->target.environment.n_shapes > 1) search_order_wrap(&x->search, &shaped_ops);
}

/* Opens the program, and checks the sizes and ranges of CALL before anything runs. */
Err explore_cmd_open(ExploreCmd *x) {
  x->budget = limit_options_read(args_set(x->args, &limit_options));
  x->budget.interrupted = interrupt_watch();
  TRY(search_order_parse(option_text(explore_cmd_options(x), EXPLORE_SEARCH), &x->search));
  Err err = open_program(x);
  if (err == OK) wrap_search(x);
  if (err == OK) err = target_check_size(&x->target, explore_cmd_size(x));
  if (err != OK && x->out.path.n) harness_discard(&x->out);
  return err;
}

void explore_cmd_go_on(ExploreCmd *x, const char *server, OutDir *resumed) {
  x->server = server;
  x->resumes = resumed;
  if (!resumed) return;
  x->out = *resumed;
  *resumed = (OutDir){0};
}

Err explore_cmd_open_guest(ExploreCmd *x, const Guest *guest) {
  x->budget = limit_options_read(args_set(x->args, &limit_options));
  x->budget.deadline_ns = NEVER_NS; /* who leads knows when it ends */
  x->budget.interrupted = interrupt_watch();
  TRY(search_order_parse(option_text(explore_cmd_options(x), EXPLORE_SEARCH), &x->search));
  TRY(target_read(guest->target->at, guest->target->n, &x->target));
  wrap_search(x);
  return OK;
}

/* ---- the exploration ----------------------------------------------------------------------------- */

static ExploreConfig explore_config(ExploreCmd *x) {
  const OptionSet *o = explore_cmd_options(x), *limits = args_set(x->args, &limit_options);
  ExploreConfig c = explore_config_default();
  c.search = x->search;
  c.seed = option_number(o, EXPLORE_SEED);
  c.budget = x->budget;
  limit_leave_room(&c.budget);
  c.max_depth = option_number_or(limits, LIMITS_DEPTH, c.max_depth);
  c.max_undecided = option_number(args_set(x->args, &path_settings), MAX_UNDECIDED);
  c.max_in_memory = option_number_or(o, EXPLORE_MAX_STATES, c.max_in_memory);
  return c;
}

Err explore_cmd_plan(ExploreCmd *x, VmConfig vm, ExplorationPlan *ret) {
  const OptionSet *limits = args_set(x->args, &limit_options);
  const OptionSet *mutation = args_set(x->args, &mutation_options);
  const OptionSet *o = explore_cmd_options(x);
  PruningSets pruning = {.options = args_set(x->args, &pruning_options),
                         .by_number = args_set(x->args, &random_settings),
                         .homi = args_set(x->args, &homi_settings)};
  PruningPlan plan;
  if (option_has(mutation, MUTATION_SEEDS))
    TRY(seed_folder_read(option_text(mutation, MUTATION_SEEDS), &x->seeds));
  if (option_has(mutation, MUTATION_DICTIONARY))
    TRY(dictionary_read(option_text(mutation, MUTATION_DICTIONARY), &x->words_given));
  TRY(pruning_options_read(&pruning, option_number_or(limits, LIMITS_TIME, NEVER_NS), &plan));
  machine_options_read(args_set(x->args, &machine_options), args_set(x->args, &machine_settings),
                       x->target.module, &vm);
  *ret = (ExplorationPlan){
      .solver = solver_options_read(args_set(x->args, &solver_options)),
      .vm = vm,
      .explore = explore_config(x),
      .pruning = plan,
      .mutation = (double)option_number(mutation, MUTATION_SHARE) / 100,
      .leads = !option_flag(args_set(x->args, &mutation_settings), MUTATION_NO_LEADS),
      .words = &x->words_given,
      .seeds = option_has(mutation, MUTATION_SEEDS) ? &x->seeds : NULL,
      .size = explore_cmd_size(x),
      .search = option_text(o, EXPLORE_SEARCH)};
  return OK;
}

Err explore_cmd_begin(ExploreCmd *x, const ExplorationPlan *plan) {
  Exploration *e = &x->exploration;
  if (!x->out.path.n) TRY(explore_cmd_make_folder(x));
  if (x->resumes) outdir_forget_tests(&x->out);
  TRY(exploration_open(plan, &x->target, &x->out, e));
  x->live = live_begin(plan->explore.budget.deadline_ns, e->solver);
  recorder_subscribe(&e->recorder, &x->live, live_on_event);
  return OK;
}

u64 explore_cmd_rest(const ExploreCmd *x) {
  return limit_rest(limit_time(args_set(x->args, &limit_options)), &x->budget);
}

void explore_cmd_replay(ExploreCmd *x) {
  const OptionSet *o = explore_cmd_options(x);
  RunReport *p = &x->exploration.record.report;
  if (!p->errors.n || sandbox_is_off()) return;
  u64 limit_ns = option_number(o, EXPLORE_REPLAY_TIME);
  if (!option_is_given(o, EXPLORE_REPLAY_TIME)) limit_ns = MIN(limit_ns, explore_cmd_rest(x));
  confirm_errors(&p->errors, &p->recipe, limit_ns, interrupt_watch());
  p->sandbox = sandbox_said();
  run_record_write(&x->exploration.record);
}

Err explore_cmd_corpus(const ExploreCmd *x, Text *ret_said) {
  const OptionSet *o = explore_cmd_options(x);
  if (!option_has(o, EXPLORE_CORPUS)) return OK;
  return corpus_write(text_c(&x->out.path), &x->exploration.record.report.recipe,
                      option_text(o, EXPLORE_CORPUS), ret_said);
}

bool explore_cmd_lacks_symbols(const ExploreCmd *x) {
  return !program_has_symbols(x->target.module) && !environment_is_symbolic(&x->target.environment);
}

void explore_cmd_set_exit_code(const ExploreCmd *x, bool must_be_complete) {
  const RunReport *p = &x->exploration.record.report;
  if (option_flag(explore_cmd_options(x), EXPLORE_EXIT_ZERO)) return;
  if (p->errors.n)
    *x->args->exit_code = EXIT_ERROR_FOUND;
  else if (must_be_complete && !p->is_complete)
    *x->args->exit_code = EXIT_NOT_COMPLETE;
}

void explore_cmd_done(ExploreCmd *x) {
  exploration_done(&x->exploration);
  outdir_done(&x->out);
  search_order_done(&x->search);
  names_free(&x->shapes);
  seed_folder_done(&x->seeds);
  vocabulary_done(&x->words_given);
  target_done(&x->target);
  text_free(&x->store);
  text_free(&x->words);
  text_free(&x->packed);
}
