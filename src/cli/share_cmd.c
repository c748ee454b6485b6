/* share_cmd.c — says how many processes explore, keeps the words of the command in the store, and reads them again. */
#include "cli/share_cmd.h"

#include "base/os.h"
#include "base/worker_pool.h"
#include "build/target_wire.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "engine/settings.h"
#include "store/store.h"

#include <string.h>
#include <unistd.h>

enum { JOBS, STORE, LEASE, RESUME };

/* clang-format off */
static const Option options[] = {
    [JOBS] = {"jobs", OPTION_NUMBER, "N", NULL, "use N processes; default: all cores, but 1 where each path leaves a test", .is_common = true, .min = 1, .max = PARALLEL_MOST_WORKERS},
    [STORE] = {"store", OPTION_TEXT, "URL", NULL, "share the run, at a Redis server, with 'nadir worker URL' anywhere"},
    [LEASE] = {"lease", OPTION_DURATION, "T", "60s", "a worker that is silent for T has lost its paths to others", .min = 1},
    [RESUME] = {"resume", OPTION_FLAG, .help = "go on with the run that was cut off; FILE is its folder or --store", .is_common = true},
};
/* clang-format on */

const OptionGroup share_options = {"several processes", options, ARRAY_LEN(options), NULL};

static const char store_file[] = "unfinished.db";

/* ---- words --------------------------------------------------------------------------------------- */

/* Is this the program behind whose name all words are its own? */
static bool is_program_name(const Args *a, const char *word) {
  for (u32 i = 0; i < a->operands.n; i++)
    if (a->operands.at[i] == word) return a->command->is_program && a->command->is_program(word);
  return false;
}

/* Two dashes say where the program's words begin to a guest, where its file is not. */
static void add_words(const ExploreCmd *x, Text *to) {
  const Args *a = x->args;
  bool is_said = false;
  cleanup(freep) char *here = getcwd(NULL, 0);
  text_add_n(to, here ? here : "", here ? strlen(here) + 1 : 1);
  text_add_n(to, text_c(&x->out.path), x->out.path.n + 1);
  text_add_n(to, x->command, strlen(x->command) + 1);
  for (int i = 0; i < a->n_all_words; i++) {
    text_add_n(to, a->all_words[i], strlen(a->all_words[i]) + 1);
    bool is_next = i + 1 < a->n_all_words && !strcmp(a->all_words[i + 1], "--");
    if (is_said || !is_program_name(a, a->all_words[i])) continue;
    if (!is_next) text_add_n(to, "--", sizeof "--");
    is_said = true;
  }
}

Err share_cmd_store(const char *folder, Text *ret_path) {
  cleanup(text_free) Text report = text_format("%s/run.json", folder);
  text_addf(ret_path, "%s/%s", folder, store_file);
  if (!access(text_c(ret_path), F_OK)) return OK;
  if (access(text_c(&report), F_OK))
    return err_set(ERR_FILE, "'%s' is no folder that nadir run or nadir cover wrote", folder);
  return err_set(ERR_FILE,
                 "nothing is left to do in '%s': the run was complete, or explored by one process "
                 "(--jobs 1)",
                 folder);
}

/* Of the command that wrote this folder. */
static Err read_words(const char *folder, Text *ret) {
  cleanup(text_free) Text path = {0};
  TRY(share_cmd_store(folder, &path));
  return parallel_brief(text_c(&path), ret, NULL);
}

Err share_cmd_split(const Text *words, const char *from, EarlierWords *ret) {
  for (char *at = words->at; at < words->at + words->n; at += strlen(at) + 1) vec_push(ret, at);
  return ret->n > N_EARLIER ? OK : err_set(ERR_INPUT, "'%s': its command is damaged", from);
}

/* ---- how many ------------------------------------------------------------------------------------ */

/* The option with which only one process can explore, of those that all commands have; NULL: none was given. */
static const char *alone_by(const ExplorationPlan *plan) {
  if (plan->pruning.row) return "prune";
  if (plan->explore.budget.max_paths != UINT64_MAX) return "max-paths";
  if (plan->explore.budget.max_instructions != UINT64_MAX) return "max-instructions";
  return NULL;
}

/* Where each path leaves a file, writing these takes longer than finding them, and several processes would write them at
 * the end. */
static bool is_usually_alone(const ExplorationPlan *plan) {
  return !plan->explore.only_bug_tests && !plan->explore.only_new_tests;
}

static u32 n_jobs(const OptionSet *o) {
  return (u32)option_number_or(o, JOBS, MIN(worker_pool_cores(), (u32)PARALLEL_MOST_WORKERS));
}

/* One process that the user asked for writes what it finds at once, and leaves no store. */
static bool is_shared(const ExploreCmd *x, bool is_alone) {
  const OptionSet *o = args_set(x->args, &share_options);
  return x->server || x->resumes || (option_has(o, JOBS) ? n_jobs(o) > 1 : !is_alone);
}

Err share_cmd_plan(ExploreCmd *x, const char *alone, ExplorationPlan *io) {
  const OptionSet *o = args_set(x->args, &share_options);
  if (!alone) alone = alone_by(io);
  bool is_shared_now = is_shared(x, alone || is_usually_alone(io));
  if (alone && is_shared_now)
    return err_set(ERR_USAGE, "with '--%s' only one process can explore: leave '--%s' out", alone,
                   x->server ? "store" : "jobs");
  if (!is_shared_now) return OK;
  if (!x->out.path.n) TRY(explore_cmd_make_folder(x));
  if (x->server)
    text_add(&x->store, x->server);
  else
    text_addf(&x->store, "%s/%s", text_c(&x->out.path), store_file);
  add_words(x, &x->words);
  if (x->target.is_to_travel) target_write(&x->target, &x->packed);
  io->parallel = (ParallelPlan){.store = text_c(&x->store),
                                .resumes = x->resumes,
                                .n_workers = n_jobs(o),
                                .lease_ns = option_number(o, LEASE),
                                .command = &x->words,
                                .target = x->target.is_to_travel ? &x->packed : NULL};
  return OK;
}

Err share_cmd_settle(ExploreCmd *x, bool *ret_is_left) {
  const RunFigures *f = &x->exploration.figures;
  *ret_is_left = f->has_store && f->n_left > 0 && f->stats.limit != LIMIT_COVERED;
  return f->has_store && !*ret_is_left ? parallel_remove(text_c(&x->store)) : OK;
}

void share_cmd_print(const ExploreCmd *x, Text *t) {
  text_addf(t, "go on    %s %s --resume ", program_name(), x->command);
  text_add_word(t, x->server ? x->server : text_c(&x->out.path));
  text_add(t, "\n");
}

/* ---- going on ------------------------------------------------------------------------------------ */

static Err open_folder(const char *folder, OutDir *io) {
  if (io->path.n) return OK;
  return access(folder, F_OK) ? outdir_make(folder, io) : outdir_open(folder, io);
}

/* With the words of the command that began it, where it was typed; limits may be given anew. */
static Err go_on(const Args *now, const EarlierWords *all, const char *server, RunIn *run_in,
                 OutDir *out, Args *earlier) {
  static const OptionGroup *const groups[] = {&limit_options};
  static const char *const names[] = {"jobs",  "resume",      "json",
                                      "sarif", "replay-time", "exit-zero"};
  const char *place = all->at[EARLIER_PLACE], *folder = all->at[EARLIER_OUT];
  if (strcmp(all->at[EARLIER_COMMAND], command_word(now->command)) != 0)
    return err_set(ERR_USAGE, "'nadir %s' began this: '%s %s --resume %s' goes on with it",
                   all->at[EARLIER_COMMAND], program_name(), all->at[EARLIER_COMMAND],
                   now->operands.at[0]);
  if (chdir(place)) return file_error("go to the folder", place);
  TRY(open_folder(folder, out));
  TRY(args_parse(now->command, (int)all->n - N_EARLIER, all->at + N_EARLIER, earlier));
  earlier->exit_code = now->exit_code;
  Overriding allowed = {groups, ARRAY_LEN(groups), names, ARRAY_LEN(names)};
  TRY(args_override(earlier, now, &allowed));
  text_clear(&out->path);
  text_add(&out->path, folder);
  return run_in(earlier, server, out);
}

static Err resume(const Args *args, RunIn *run_in) {
  cleanup(outdir_done) OutDir out = {0};
  cleanup(args_done) Args earlier = {0};
  cleanup(text_free) Text words = {0};
  EarlierWords all = {0};
  if (args->operands.n != 1)
    return err_set(ERR_USAGE, "--resume needs one folder, as in '%s %s --resume nadir-out'",
                   program_name(), command_word(args->command));
  const char *what = args->operands.at[0], *server = store_is_at_server(what) ? what : NULL;
  if (server) {
    TRY(parallel_brief(server, &words, NULL));
  } else {
    TRY(outdir_open(what, &out));
    TRY(read_words(text_c(&out.path), &words));
  }
  Err err = share_cmd_split(&words, what, &all);
  if (err == OK) err = go_on(args, &all, server, run_in, &out, &earlier);
  vec_free(&all);
  return err;
}

Err share_cmd_run(const Args *args, RunIn *run_in) {
  const OptionSet *o = args_set(args, &share_options);
  if (option_flag(o, RESUME)) return resume(args, run_in);
  const char *server = option_text(o, STORE);
  if (server && !store_is_at_server(server))
    return err_set(ERR_USAGE, "--store %s: it is the URL of a Redis server, such as redis://HOST",
                   server);
  return run_in(args, server, NULL);
}

/* ---- working for another one --------------------------------------------------------------------- */

Err share_cmd_join(ExploreCmd *x, const Guest *guest, ExplorationPlan *plan) {
  plan->parallel =
      (ParallelPlan){.store = guest->store,
                     .n_workers = guest->n_workers,
                     .lease_ns = option_number(args_set(x->args, &share_options), LEASE)};
  return exploration_join(plan, &x->target);
}
