/* cmd_bench.c — nadir bench PAPER: measures a published evaluation again.
 *
 * A paper about coverage is a study (bench_study.h).  Of the others:
 * The tables are data (bench/PAPER/paper.json, report/paper.h).  A cell is a run of `nadir worst`
 * in a process of its own, so that no cell can spoil another.  Its result is kept, so that a bench
 * that takes hours can be interrupted.
 */
#include "base/os.h"
#include "base/suggest.h"
#include "bench/bench_run.h"
#include "bench/host.h"
#include "cli/bench_print.h"
#include "cli/bench_study.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "growth/ladder.h"
#include "report/html_bench.h"
#include "search/strategy.h"

#include "base/clock.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
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

/* ---- what is to be measured ------------------------------------------------------------------ */

/* The folder that has NAME/paper.json, or NAME/study.json; *ret is its path. */
static Err find_bench(const Args *args, const char *name, bool *ret_is_study, Text *ret) {
  const char *const places[] = {BENCH_SOURCE, "bench"};
  for (u32 i = 0; i < ARRAY_LEN(places); i++) {
    const char *place = args_has(args, FROM) ? args_text(args, FROM) : places[i];
    cleanup(text_free) Text path = {0}, study = {0};
    text_addf(&study, "%s/%s/study.json", place, name);
    text_addf(&path, "%s/%s/paper.json", place, name);
    *ret_is_study = !access(text_c(&study), R_OK);
    if (*ret_is_study || !access(text_c(&path), R_OK)) {
      text_add(ret, place);
      return OK;
    }
    if (errno != ENOENT || args_has(args, FROM)) return file_error("read", text_c(&path));
  }
  return err_set(ERR_USAGE, "there is no paper '%s': no paper.json in '%s/%s'", name, places[0],
                 name);
}

static Err check_table(const Args *args, const Paper *p) {
  if (!args_has(args, TABLE)) return OK;
  cleanup(text_free) Text names = {0};
  for (u32 i = 0; i < p->tables.n; i++) {
    if (!strcmp(p->tables.at[i].name, args_text(args, TABLE))) return OK;
    text_addf(&names, "%s%s", i ? ", " : "", p->tables.at[i].name);
  }
  return err_set(ERR_USAGE, "%s has no table '%s'; it has %s", p->name, args_text(args, TABLE),
                 text_c(&names));
}

static Err check_figure(const Args *args, const Paper *p) {
  if (!args_has(args, FIGURE)) return OK;
  cleanup(text_free) Text names = {0};
  const char *last = "";
  for (u32 i = 0; i < p->tables.n; i++) {
    const char *name = p->tables.at[i].figure.name;
    if (!name || !strcmp(name, last)) continue; /* the parts of a figure stand together */
    if (!strcmp(name, args_text(args, FIGURE))) return OK;
    text_addf(&names, "%s%s", names.n ? ", " : "", name);
    last = name;
  }
  return err_set(ERR_USAGE, "%s has no figure '%s'; it has %s", p->name, args_text(args, FIGURE),
                 names.n ? text_c(&names) : "none");
}

static Err check_strategy(const Args *args) {
  const StrategyRow *row;
  return args_has(args, STRATEGY) ? strategy_find(args_text(args, STRATEGY), &row) : OK;
}

static Err check_program(const Args *args, const Paper *p) {
  if (!args_has(args, PROGRAM)) return OK;
  Suggestion s = suggestion_for(args_text(args, PROGRAM));
  cleanup(text_free) Text names = {0};
  for (u32 i = 0; i < p->programs.n; i++) {
    if (!strcmp(p->programs.at[i].name, s.typed)) return OK;
    suggestion_offer(&s, p->programs.at[i].name);
    text_addf(&names, "%s%s", i ? ", " : "", p->programs.at[i].name);
  }
  if (s.best)
    return err_set(ERR_USAGE, "%s has no program '%s'; did you mean '%s'?", p->name, s.typed,
                   s.best);
  return err_set(ERR_USAGE, "%s has no program '%s'; it has %s", p->name, s.typed, text_c(&names));
}

/* The cells of a row and a column stand together, sizes ascending. */
static bool is_extreme(const PaperTable *t, u32 i) {
  const PaperCell *c = &t->cells.at[i];
  bool first = !i || c[-1].row != c->row || c[-1].column != c->column;
  bool last = i + 1 == t->cells.n || c[1].row != c->row || c[1].column != c->column;
  return first || last;
}

static bool has_size(const Ladder *l, u64 size) {
  for (u32 i = 0; i < l->n; i++)
    if (l->at[i] == size) return true;
  return false;
}

/* Figures are long: they are measured if somebody asks for them. */
static bool is_table_wanted(const Args *args, const PaperTable *t) {
  const char *figure = t->figure.name;
  if (args_has(args, TABLE) && strcmp(t->name, args_text(args, TABLE))) return false;
  if (args_has(args, FIGURE)) return figure && !strcmp(figure, args_text(args, FIGURE));
  return args_has(args, TABLE) || !figure;
}

/* A strategy that neither this nadir nor the paper has. */
static bool is_empty(const PaperTable *t, const PaperCell *c) {
  const char *strategy = t->columns.at[c->column].strategy;
  const StrategyRow *row;
  bool has_paper =
      c->has_cost || c->paths.is_number || c->paths.word || c->seconds.is_number || c->seconds.word;
  return strategy && !has_paper && strategy_find(strategy, &row) != OK;
}

/* Without sizes all are. */
static bool is_wanted(const Args *args, const Ladder *sizes, const Paper *p, const PaperTable *t,
                      u32 i) {
  const PaperCell *c = &t->cells.at[i];
  const PaperProgram *program = &p->programs.at[t->rows.at[c->row].program];
  if (args_has(args, PROGRAM) && strcmp(program->name, args_text(args, PROGRAM))) return false;
  const char *strategy = t->columns.at[c->column].strategy;
  if (args_has(args, STRATEGY) && (!strategy || strcmp(strategy, args_text(args, STRATEGY))))
    return false;
  if (sizes->n) return has_size(sizes, c->size);
  return !args_flag(args, QUICK) || is_extreme(t, i);
}

static Err collect(const Args *args, const Paper *p, BenchReport *r) {
  cleanup(ladder_done) Ladder sizes = {0};
  if (args_has(args, SIZE)) TRY(ladder_parse("--size", args_text(args, SIZE), &sizes));
  for (u32 i = 0; i < p->tables.n; i++) {
    const PaperTable *t = &p->tables.at[i];
    if (!is_table_wanted(args, t)) continue;
    BenchTable table = {.paper = t};
    for (u32 k = 0; k < t->cells.n; k++)
      if (is_wanted(args, &sizes, p, t, k) && !is_empty(t, &t->cells.at[k]))
        vec_push(&table.cells, ((BenchCell){.paper = &t->cells.at[k]}));
    if (table.cells.n) vec_push(&r->tables, table);
  }
  return r->tables.n ? OK : err_set(ERR_USAGE, "%s has no such cell", p->name);
}

/* ---- measuring ------------------------------------------------------------------------------- */

typedef struct Bench {
  BenchPlan plan;
  const Paper *paper; /* borrowed */
  BenchReport report; /* owned */
  Text page;          /* owned; its path */
  bool is_silent;     /* only the JSON at the end is printed */
} Bench;

static void say(const Bench *b, Text *t) {
  if (!b->is_silent) {
    fputs(text_c(t), stdout);
    fflush(stdout);
  }
  text_clear(t);
}

/* The cells of one program, from the i-th on; returns where they end. */
static Err run_row(Bench *b, BenchTable *table, u32 *io_i) {
  const PaperTable *t = table->paper;
  u32 first = *io_i, row = table->cells.at[first].paper->row;
  cleanup(text_free) Text line = {0};
  bench_print_row(t, &b->paper->programs.at[t->rows.at[row].program], &line);
  for (; *io_i < table->cells.n && table->cells.at[*io_i].paper->row == row; ++*io_i) {
    BenchCell *cell = &table->cells.at[*io_i];
    say(b, &line);
    if (!*b->plan.stop) TRY(bench_cell_run(&b->plan, b->paper, t, cell));
    bench_print_cell(t, cell, &line);
  }
  bench_print_notes(t, &table->cells.at[first], *io_i - first, &line);
  say(b, &line);
  return OK;
}

static u32 count_failed(const BenchReport *r) {
  u32 n = 0;
  for (u32 i = 0; i < r->tables.n; i++)
    for (u32 k = 0; k < r->tables.at[i].cells.n; k++)
      n += r->tables.at[i].cells.at[k].state == BENCH_FAILED;
  return n;
}

static Err write_page(const Bench *b) {
  cleanup(text_free) Text page = {0};
  html_bench(&b->report, &page);
  return file_write(text_c(&b->page), page.at, page.n);
}

static Err run_tables(Bench *b) {
  cleanup(text_free) Text t = {0};
  bench_print_head(&b->report, &t);
  for (u32 i = 0; i < b->report.tables.n && !*b->plan.stop; i++) {
    BenchTable *table = &b->report.tables.at[i];
    bench_print_table(table->paper, &t);
    say(b, &t);
    for (u32 k = 0; k < table->cells.n && !*b->plan.stop;) TRY(run_row(b, table, &k));
    bench_print_figure(table, b->paper, &t);
    TRY(write_page(b)); /* so that a long bench can be looked at */
  }
  bench_print_sum(&b->report, &t);
  text_addf(&t, "page    %s\n", text_c(&b->page));
  say(b, &t);
  if (b->is_silent) {
    bench_report_json(&b->report, &t);
    fputs(text_c(&t), stdout);
  }
  u32 n_failed = count_failed(&b->report);
  return n_failed ? err_set(ERR_INPUT, "%u cells failed", n_failed) : OK;
}

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

static void bench_done(Bench *b) {
  bench_report_done(&b->report);
  text_free(&b->page);
}

/* Is this less than the paper gave to its runs?  Then figures are not to be taken for the paper's. */
static void add_budget(BenchReport *r, u64 budget_ns) {
  double seconds = (double)budget_ns / (double)NS_PER_S;
  double limit = (double)r->paper->limit_seconds;
  if (limit > seconds)
    fact_add(r, "budget", "%g s for each run: scaled down, the paper's limit is %.0f times that",
             seconds, limit / seconds);
  else
    fact_add(r, "budget", "%g s for each run", seconds);
}

/* OUT/PAPER/bench.html, or figure-7.html. */
static Err open_page(const Args *args, Bench *b) {
  text_addf(&b->page, "%s/%s", b->plan.out, b->plan.name);
  TRY(folder_make(text_c(&b->page)));
  if (args_has(args, FIGURE))
    text_addf(&b->page, "/figure-%s.html", args_text(args, FIGURE));
  else
    text_add(&b->page, "/bench.html");
  return OK;
}

/* What a study is measured with; without a budget each run has ten minutes. */
static Err run_study(const Args *args, const char *name, const char *bench) {
  bool quick = args_flag(args, QUICK);
  cleanup(text_free) Text path = {0}, nadir = {0}, build = {0};
  text_addf(&path, "%s/%s/study.json", bench, name);
  TRY(own_path(&nadir));
  TRY(own_build(&build));
  BenchStudy b = {.plan = {.name = name,
                           .out = quick ? "nadir-bench-quick" : "nadir-bench",
                           .programs = args_text(args, PROGRAMS),
                           .nadir = text_c(&nadir),
                           .build = text_c(&build),
                           .budget_ns = (quick ? 1 : 600) * NS_PER_S,
                           .seed = args_number(args, SEED),
                           .again = args_flag(args, AGAIN),
                           .stop = interrupt_watch()},
                  .path = text_c(&path),
                  .only_program = args_has(args, PROGRAM) ? args_text(args, PROGRAM) : NULL,
                  .method = args_has(args, STRATEGY) ? args_text(args, STRATEGY) : NULL,
                  .n_seeds = quick ? 1 : 0,
                  .is_silent = args_flag(args, JSON)};
  if (args_has(args, OUT)) b.plan.out = args_text(args, OUT);
  if (args_has(args, SEEDS)) b.n_seeds = (u32)args_number(args, SEEDS);
  if (args_has(args, BUDGET)) b.plan.budget_ns = args_number(args, BUDGET);
  return bench_study_run(&b);
}

static Err run(const Args *args) {
  const char *name = args->operands.at[0];
  bool quick = args_flag(args, QUICK), is_study;
  cleanup(text_free) Text bench = {0}, path = {0}, nadir = {0}, build = {0};
  cleanup(paper_done) Paper paper = {0};
  TRY(find_bench(args, name, &is_study, &bench));
  if (is_study) return run_study(args, name, text_c(&bench));
  text_addf(&path, "%s/%s/paper.json", text_c(&bench), name);
  TRY(paper_read(text_c(&path), &paper));
  TRY(check_table(args, &paper));
  TRY(check_figure(args, &paper));
  TRY(check_program(args, &paper));
  TRY(check_strategy(args));
  TRY(own_path(&nadir));
  TRY(own_build(&build));
  cleanup(bench_done) Bench b = {.plan = {.bench = text_c(&bench),
                                          .name = name,
                                          .out = quick ? "nadir-bench-quick" : "nadir-bench",
                                          .nadir = text_c(&nadir),
                                          .build = text_c(&build),
                                          .budget_ns = (quick ? 1 : 60) * NS_PER_S,
                                          .seed = args_number(args, SEED),
                                          .n_seeds = quick ? 1 : (u32)paper.n_seeds,
                                          .again = args_flag(args, AGAIN),
                                          .stop = interrupt_watch()},
                                 .paper = &paper,
                                 .report = {.paper = &paper},
                                 .is_silent = args_flag(args, JSON)};
  if (args_has(args, OUT)) b.plan.out = args_text(args, OUT);
  if (args_has(args, SEEDS)) b.plan.n_seeds = (u32)args_number(args, SEEDS);
  if (args_has(args, BUDGET)) b.plan.budget_ns = args_number(args, BUDGET);
  TRY(collect(args, &paper, &b.report));
  host_facts(&b.report);
  fact_add(&b.report, "nadir", "%s", b.plan.build);
  fact_add(&b.report, "seed", "%lu", b.plan.seed);
  fact_add(&b.report, "seeds", "%u for what is random", b.plan.n_seeds);
  add_budget(&b.report, b.plan.budget_ns);
  TRY(open_page(args, &b));
  return run_tables(&b);
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
