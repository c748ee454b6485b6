/* cmd_bench.c — nadir bench PAPER: measures a published evaluation again.
 *
 * That is the work of bench/papers/main.py, which runs nadir for each cell of a paper's tables.  Here are the options,
 * which are checked before it starts, so that help, completion and mistakes are as everywhere.
 */
#include "base/clock.h"
#include "base/names.h"
#include "base/os.h"
#include "build/runtime.h"
#include "cli/commands.h"
#include "growth/ladder.h"
#include "search/strategy.h"

#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
  TABLE,
  FIGURE,
  PROGRAM,
  STRATEGY,
  SIZE,
  BUDGET,
  QUICK,
  SEED,
  SEEDS,
  OUT,
  AGAIN,
  FROM,
  PROGRAMS,
  JSON
};

static const Option options[] = {
    [TABLE] = {"table", OPTION_TEXT, "T", NULL, "only this table"},
    [FIGURE] = {"figure", OPTION_TEXT, "F", NULL, "only this figure; without it, only tables"},
    [PROGRAM] = {"program", OPTION_TEXT, "P", NULL, "only this program"},
    [STRATEGY] = {"strategy", OPTION_TEXT, "S", NULL, "only this strategy, or this method of homi"},
    [SIZE] = {"size", OPTION_TEXT, "LIST", NULL,
              "only these sizes, as the paper counts them, such as 3:5,100"},
    [BUDGET] = {"budget", OPTION_DURATION, "T", NULL,
                "time for each cell (default: 1m; homi: 10m; 1s if --quick)", .min = NS_PER_MS},
    [QUICK] = {"quick", OPTION_FLAG,
               .help = "only the smallest and the largest size of each program"},
    [SEED] = {"seed", OPTION_NUMBER, "N", "1", "first random seed"},
    [SEEDS] = {"seeds", OPTION_NUMBER, "N", NULL,
               "runs of a random strategy, for their median (default: the paper's; 1 if --quick)",
               .min = 1, .max = 1000},
    [OUT] = {"out", OPTION_TEXT, "DIR", NULL,
             "folder for results (default: nadir-bench; nadir-bench-quick if --quick)"},
    [AGAIN] = {"again", OPTION_FLAG, .help = "measure again what was measured before"},
    [FROM] = {"from", OPTION_TEXT, "DIR", NULL, "the folder with PAPER/paper.json"},
    [PROGRAMS] = {"programs", OPTION_TEXT, "DIR", "real",
                  "homi: the folder with the programs that script/real built"},
    [JSON] = {"json", OPTION_FLAG, .help = "print everything as JSON"},
};

static const char own_file[] = "/proc/self/exe";

static Err own_path(Text *ret) {
  char path[4096];
  ssize_t n = readlink(own_file, path, sizeof path);
  if (n <= 0) return os_error("find nadir itself");
  text_add_n(ret, path, (size_t)n);
  return OK;
}

/* A build is known by when it was made: versions change more rarely than nadir does. */
static Err own_build(Text *ret) {
  struct stat file;
  char when[64];
  struct tm parts;
  if (stat(own_file, &file)) return os_error("find nadir itself");
  strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S UTC", gmtime_r(&file.st_mtime, &parts));
  text_addf(ret, "%s (%s) of %s", NADIR_VERSION, NADIR_VARIANT, when);
  return OK;
}

/* --name=value, or --name where there is none. */
static void add(Names *words, const char *name, const char *value) {
  cleanup(text_free) Text word = text_format(value ? "--%s=%s" : "--%s", name, value);
  names_add(words, text_c(&word));
}

/* What the program of the bench must know of nadir, and then what was typed. */
static Err command_words(const Args *args, Names *words) {
  const OptionSet *typed = &args->sets.at[0];
  cleanup(text_free) Text program = {0}, nadir = {0}, build = {0}, strategies = {0};
  TRY(runtime_bench(&program));
  TRY(own_path(&nadir));
  TRY(own_build(&build));
  for (u32 i = 0; i < n_strategy_rows; i++)
    text_addf(&strategies, "%s%s", i ? "," : "", strategy_rows[i].name);
  const char *const first[] = {"python3", "-B", text_c(&program)};
  for (u32 i = 0; i < ARRAY_LEN(first); i++) names_add(words, first[i]);
  add(words, "name", program_name());
  add(words, "nadir", text_c(&nadir));
  add(words, "build", text_c(&build));
  add(words, "strategies", text_c(&strategies));
  add(words, "papers", BENCH_SOURCE);
  for (u32 i = 0; i < ARRAY_LEN(options); i++)
    if (option_is_given(typed, i)) add(words, options[i].name, typed->values[i].text);
  names_add(words, "--");
  names_add(words, args->operands.at[0]);
  names_end(words);
  return OK;
}

static Err run(const Args *args) {
  cleanup(ladder_done) Ladder sizes = {0};
  cleanup(names_free) Names words = {0};
  if (args_has(args, SIZE)) TRY(ladder_parse("--size", args_text(args, SIZE), &sizes));
  TRY(command_words(args, &words));
  execvp(words.at[0], words.at);
  return os_error("run python3, which 'nadir bench' needs");
}

const Command cmd_bench = {
    .operands = "pyse|xstressor|ese|homi",
    .min_operands = 1,
    .max_operands = 1,
    .about =
        "Repeats the measurements of a paper about worst cases with nadir's strategies, and\n"
        "prints the paper's figures beside its own.  Each cell is a run of 'nadir worst', and its\n"
        "result is kept: to continue an interrupted bench, give the same command again.\n"
        "\n"
        "cost    worst: the true worst cost, where it is known; paper: what the paper found, or\n"
        "        took for the worst; ours, and its ratio to the worst: proven, found (strategy\n"
        "        finished), cut (a limit was reached), none (no path), differs (when run again)\n"
        "paths   feasible and infeasible ones together, as PySE counts them\n"
        "met     how many of the runs with different seeds found the worst\n"
        "seconds faster: the paper's time divided by ours, where the worst was found\n"
        "\n"
        "homi measures how much of real programs its search orders and its pruning cover: each\n"
        "cell is a run of 'nadir cover', and the median over the seeds is shown.\n"
        "\n"
        "docs/bench.md explains all this, and the files that are kept.\n",
    .options = options,
    .n_options = ARRAY_LEN(options),
    .run = run,
};
