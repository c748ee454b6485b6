/* bench.c — bench-solver: nadir's chain beside plain Z3, over bit-vectors and over
 * integers, on paths of small programs.  Times are printed, never judged; answers
 * are: backends that disagree end the run with an error.
 */
#include "base/clock.h"
#include "base/text.h"
#include "bench/solver/measure.h"
#include "cli/args.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <z3.h>

#define SIZES(...) {__VA_ARGS__}
static const Workload workloads[] = {
#define WORKLOAD(name, sizes, quick_sizes, about) \
  {#name, about, SIZES sizes, SIZES quick_sizes, workload_##name},
#include "bench/solver/workloads.def"
#undef WORKLOAD
};

static const Backend *const backends[] = {&backend_chain, &backend_bits, &backend_ints};
enum { CHAIN, BITS, INTS, N_BACKENDS };

enum { QUICK, ONLY, ALONE, LIMIT, STAGES, STAGES_REPORT };
static const Option options[] = {
    [QUICK] = {"quick", OPTION_FLAG, .help = "small sizes, less than half a minute"},
    [ONLY] = {"only", OPTION_TEXT, "NAME", NULL, "only this workload"},
    [ALONE] = {"alone", OPTION_FLAG, .help = "only nadir, without plain Z3 beside it"},
    [LIMIT] = {"limit", OPTION_DURATION, "T", "60s", "for each measurement", .min = NS_PER_MS},
    [STAGES] = {"stages", OPTION_TEXT, "LIST", NULL, "use only these stages of the chain"},
    [STAGES_REPORT] = {"stages-report", OPTION_FLAG, .help = "what each stage of the chain did"},
};

typedef struct Row {
  Outcome outcome[N_BACKENDS];
  Measured measured[N_BACKENDS];
} Row;

/* ---- cells of the table ---------------------------------------------------- */

/* Three digits that mean something. */
static void put_seconds(Text *t, double s) {
  text_addf(t, "%.*f", s < 0.001 ? 6 : s < 0.01 ? 5 : s < 0.1 ? 4 : s < 1 ? 3 : s < 10 ? 2 : 1, s);
}

static const char *word_for(Outcome o) {
  switch (o) {
  case OUTCOME_DONE:
  case OUTCOME_TOO_SLOW:
    return "";
  case OUTCOME_NOT_RUN:
    return "..";
  case OUTCOME_FAILED:
    return "died";
  case OUTCOME_NO_SENSE:
    return "-";
  }
  return "";
}

static void put_time(Text *t, Outcome o, const Measured *m, u64 limit_ns) {
  if (o == OUTCOME_DONE) put_seconds(t, (double)m->n_ns / NS_PER_S);
  if (o == OUTCOME_TOO_SLOW) text_addf(t, ">%g", (double)limit_ns / NS_PER_S);
  text_add(t, word_for(o));
}

/* How many times slower than nadir. */
static void put_ratio(Text *t, const Row *r, u32 backend, u64 limit_ns) {
  Outcome o = r->outcome[backend];
  if (r->outcome[CHAIN] != OUTCOME_DONE) return;
  bool is_done = o == OUTCOME_DONE;
  if (!is_done && o != OUTCOME_TOO_SLOW) return text_add(t, word_for(o));
  double ratio =
      (double)(is_done ? r->measured[backend].n_ns : limit_ns) / (double)r->measured[CHAIN].n_ns;
  text_addf(t, "%s%.*f", is_done ? "" : ">", ratio < 10 ? 2 : 0, ratio);
}

static void put_peak(Text *t, Outcome o, const Measured *m) {
  bool ran = o == OUTCOME_DONE || o == OUTCOME_TOO_SLOW;
  if (ran)
    text_addf(t, "%.0f", (double)m->peak_bytes / (1 << 20));
  else
    text_add(t, word_for(o));
}

static void print_cell(Text *t, int width) {
  printf("%*s", width, text_c(t));
  text_clear(t);
}

static void print_row(const Workload *w, u32 n, const Row *r, u64 limit_ns) {
  cleanup(text_free) Text t = {0};
  u32 n_branches = 0;
  for (u32 b = 0; b < N_BACKENDS; b++) n_branches = MAX(n_branches, r->measured[b].n_branches);
  printf("%-12s %5u %9u", w->name, n, n_branches);
  for (u32 b = 0; b < N_BACKENDS; b++) {
    put_time(&t, r->outcome[b], &r->measured[b], limit_ns);
    print_cell(&t, 11);
  }
  for (u32 b = CHAIN + 1; b < N_BACKENDS; b++) {
    put_ratio(&t, r, b, limit_ns);
    print_cell(&t, 11);
  }
  for (u32 b = 0; b < N_BACKENDS; b++) {
    put_peak(&t, r->outcome[b], &r->measured[b]);
    print_cell(&t, 8);
  }
  printf("\n");
}

static void print_stages(const SolverStats *s) {
  for (u32 i = 0; i < STAGE_COUNT; i++) {
    const StageStats *stage = &s->stage[i];
    if (!stage->n_asked) continue;
    printf("    %-9s asked %8llu  yes %8llu  no %8llu  %9.3f ms\n", stage_name((Stage)i),
           (unsigned long long)stage->n_asked, (unsigned long long)stage->n_yes,
           (unsigned long long)stage->n_no, (double)stage->n_ns / NS_PER_MS);
  }
  printf("    questions %llu, unknown %llu; constraints evaluated to validate models %llu\n",
         (unsigned long long)s->n_questions, (unsigned long long)s->n_unknown,
         (unsigned long long)s->n_validated);
}

static void print_header(void) {
  unsigned major, minor, build, revision;
  Z3_get_version(&major, &minor, &build, &revision);
  char date[32];
  time_t now = time(NULL);
  strftime(date, sizeof date, "%Y-%m-%d %H:%M", localtime(&now));
  printf("nadir %s (%s), Z3 %u.%u.%u, %ld cores, %s\n", NADIR_VERSION, NADIR_VARIANT, major, minor,
         build, sysconf(_SC_NPROCESSORS_ONLN), date);
  printf("seconds; how many times nadir's are in Z3's; peak memory in MB.\n");
  printf(
      "Every branch is added and its other side checked.  nadir has a model after each step, Z3\n"
      "solves the path once, at its end.  '..': not run, a smaller size took\n"
      "too long; '-': no question of linear integers.\n\n");
  printf("%-12s %5s %9s%11s%11s%11s%11s%11s%8s%8s%8s\n", "workload", "N", "branches", "nadir",
         "Z3 bits", "Z3 ints", "bits/nadir", "ints/nadir", "nadir", "bits", "ints");
}

/* ---- the run ---------------------------------------------------------------- */

static Err check_answers(const Workload *w, u32 n, const Row *r) {
  u32 n_yes = UINT32_MAX;
  for (u32 b = 0; b < N_BACKENDS; b++) {
    const Measured *m = &r->measured[b];
    if (r->outcome[b] == OUTCOME_FAILED)
      return err_set(ERR_OS, "%s %u: %s died", w->name, n, backends[b]->name);
    if (r->outcome[b] != OUTCOME_DONE || m->n_unknown) continue;
    if (n_yes != UINT32_MAX && n_yes != m->n_yes)
      return err_set(ERR_LIMIT, "%s %u: %s finds %u other sides feasible, another one %u", w->name,
                     n, backends[b]->name, m->n_yes, n_yes);
    n_yes = m->n_yes;
  }
  return OK;
}

static Err run_workload(const Workload *w, const Args *args) {
  const u32 *sizes = args_flag(args, QUICK) ? w->quick_sizes : w->sizes;
  u64 limit_ns = args_number(args, LIMIT);
  bool alone = args_flag(args, ALONE), is_out[N_BACKENDS] = {false, alone, alone};
  for (u32 i = 0; i < MAX_SIZES && sizes[i]; i++) {
    Row row = {0};
    for (u32 b = 0; b < N_BACKENDS; b++) {
      Job job = {w, sizes[i], backends[b], args_text(args, STAGES), limit_ns};
      row.outcome[b] = is_out[b] ? OUTCOME_NOT_RUN : measure(&job, &row.measured[b]);
      is_out[b] |= row.outcome[b] == OUTCOME_TOO_SLOW;
    }
    print_row(w, sizes[i], &row, limit_ns);
    if (args_flag(args, STAGES_REPORT) && row.outcome[CHAIN] == OUTCOME_DONE)
      print_stages(&row.measured[CHAIN].stats);
    TRY(check_answers(w, sizes[i], &row));
  }
  return OK;
}

static Err run(const Args *args) {
  const char *only = args_text(args, ONLY), *stages = args_text(args, STAGES);
  SolverConfig config = solver_config_default();
  if (stages) TRY(solver_config_stages(&config, stages));
  bool is_known = !only;
  for (u32 i = 0; only && i < ARRAY_LEN(workloads); i++)
    is_known |= !strcmp(only, workloads[i].name);
  if (!is_known) return err_set(ERR_USAGE, "unknown workload '%s'; see --help", only);
  print_header();
  for (u32 i = 0; i < ARRAY_LEN(workloads); i++)
    if (!only || !strcmp(only, workloads[i].name)) TRY(run_workload(&workloads[i], args));
  return OK;
}

static const Command command = {
    .operands = "", .options = options, .n_options = ARRAY_LEN(options)};

static void print_help(void) {
  printf("usage: bench-solver [OPTIONS]\n\n");
  for (u32 i = 0; i < ARRAY_LEN(options); i++)
    printf("  --%-14s %-5s %s\n", options[i].name, options[i].argument ? options[i].argument : "",
           options[i].help);
  printf("\nworkloads:\n");
  for (u32 i = 0; i < ARRAY_LEN(workloads); i++)
    printf("  %-12s %s\n", workloads[i].name, workloads[i].about);
}

int main(int argc, char **argv) {
  cleanup(args_done) Args args = {0};
  Err err = args_parse(&command, argc - 1, argv + 1, &args);
  if (err == OK && args.wants_help)
    print_help();
  else if (err == OK)
    err = run(&args);
  fflush(stdout);
  if (err != OK) fprintf(stderr, "bench-solver: %s\n", err_text());
  return err_exit_code(err);
}
