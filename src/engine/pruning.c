/* pruning.c — options to plans.
 *
 * Times are those of the paper (Cha, Hong, Lee, Oh, ESEC/FSE 2020), which had five hours.  Where the user
 * says nothing, they are shortened as much as the time of the run is.
 *
 * As released: what the program does that was published with the paper, where it differs from the text.
 */
#include "engine/pruning.h"

#include "base/clock.h"
#include "base/quantity.h"
#include "base/text.h"

#include <string.h>

enum { PRUNE, RESTART };
enum { MAX_LEAVES };
enum {
  EVERY,
  PARTS,
  RUNS,
  EXPLORING,
  OPPOSING,
  FEATURES,
  CONDITIONS,
  MIN_PATHS,
  MIN_VARYING,
  AS_RELEASED,
};

static const OptionChoice prunes[] = {
#define PRUNER(name, ops, line) {name, NULL, line},
#include "explore/pruners.def"
#undef PRUNER
    {0},
};

/* clang-format off */
static const Option options[] = {
    [PRUNE] = {"prune", OPTION_CHOICE, "NAME", NULL, "drop unfinished paths", .choices = prunes},
    [RESTART] = {"restart", OPTION_FLAG, .help = "explore in runs that begin anew, but drop nothing"},
};

static const Option of_random[] = {
    [MAX_LEAVES] = {"max-leaves", OPTION_NUMBER, "N", "10000", "drop paths once there are more than N", .min = 1, .max = UINT32_MAX},
};

static const Option of_homi[] = {
    [EVERY] = {"every", OPTION_DURATION, "T", NULL, "time between two prunings (default: --max-time / 600)", .min = 1},
    [PARTS] = {"parts", OPTION_TEXT, "LIST", "20,40,60", "percents of the paths that a pruning may drop"},
    [RUNS] = {"runs", OPTION_TEXT, "LIST", NULL, "lengths of a run, such as 5s,10s (default: 1/90 to 4/90 of --max-time)"},
    [EXPLORING] = {"exploring", OPTION_NUMBER, "N", "10", "runs before the first that uses what was learned"},
    [OPPOSING] = {"opposing", OPTION_NUMBER, "N", "100", "draws to choose weights from that go against what was learned", .min = 1, .max = 1000000},
    [FEATURES] = {"features", OPTION_NUMBER, "N", NULL, "most conditions that paths are scored by (default: all)", .min = 1, .max = UINT32_MAX},
    [CONDITIONS] = {"conditions", OPTION_NUMBER, "N", NULL, "look only at the first N conditions of a path", .min = 1, .max = UINT32_MAX},
    [MIN_PATHS] = {"min-paths", OPTION_NUMBER, "N", "2", "prune only where there are N paths or more", .min = 2, .max = UINT32_MAX},
    [MIN_VARYING] = {"min-varying", OPTION_NUMBER, "N", "1", "prune only where N conditions or more tell paths apart", .max = UINT32_MAX},
    [AS_RELEASED] = {"as-released", OPTION_FLAG, .help = "as the published program does it, not as the paper says"},
};
/* clang-format on */

/* The paper's budget, and its times. */
static const u64 paper_ns = 5 * 3600 * NS_PER_S, paper_period_ns = 30 * NS_PER_S;
static const u64 paper_times_ns[] = {200 * NS_PER_S, 400 * NS_PER_S, 600 * NS_PER_S,
                                     800 * NS_PER_S};

/* ---- lists --------------------------------------------------------------------------------------- */

/* The word before the next comma, behind which *io_at is moved; false: there is none. */
static bool next_word(const char **io_at, Text *ret) {
  size_t n = strcspn(*io_at, ",");
  text_clear(ret);
  text_addf(ret, "%.*s", (int)n, *io_at);
  *io_at += n + ((*io_at)[n] == ',');
  return n > 0;
}

static Err parse_parts(const char *text, double *ret, u32 *ret_n) {
  cleanup(text_free) Text word = {0};
  u32 n = 0;
  for (const char *at = text; next_word(&at, &word); n++) {
    u64 percent;
    TRY(number_parse(text_c(&word), &percent));
    if (n == HOMI_MOST_KINDS || percent > 99)
      return err_set(ERR_USAGE, "homi.parts: up to %u numbers below 100", HOMI_MOST_KINDS);
    ret[n] = (double)percent / 100;
  }
  *ret_n = n;
  return n ? OK : err_set(ERR_USAGE, "homi.parts: no number");
}

static Err parse_times(const char *text, u64 *ret, u32 *ret_n) {
  cleanup(text_free) Text word = {0};
  u32 n = 0;
  for (const char *at = text; next_word(&at, &word); n++) {
    if (n == HOMI_MOST_KINDS)
      return err_set(ERR_USAGE, "homi.runs: more than %u times", HOMI_MOST_KINDS);
    TRY(duration_parse(text_c(&word), &ret[n]));
    if (!ret[n] || (n && ret[n] <= ret[n - 1]))
      return err_set(ERR_USAGE, "homi.runs: each time is to be longer than the one before");
  }
  *ret_n = n;
  return n ? OK : err_set(ERR_USAGE, "homi.runs: no time");
}

static Err check_homi(const OptionSet *s) {
  double parts[HOMI_MOST_KINDS];
  u64 times[HOMI_MOST_KINDS];
  u32 n;
  TRY(parse_parts(option_text(s, PARTS), parts, &n));
  return option_has(s, RUNS) ? parse_times(option_text(s, RUNS), times, &n) : OK;
}

const OptionGroup pruning_options = {"giving up paths", options, ARRAY_LEN(options), NULL};
const OptionGroup random_settings = {"--prune random", of_random, ARRAY_LEN(of_random), NULL,
                                     "random"};
const OptionGroup homi_settings = {"--prune homi", of_homi, ARRAY_LEN(of_homi), check_homi, "homi"};

/* ---- plans --------------------------------------------------------------------------------------- */

static u64 scaled(u64 ns, u64 budget_ns) {
  if (budget_ns == NEVER_NS) return ns;
  return MAX((u64)((u128)ns * budget_ns / paper_ns), 1u);
}

static void read_homi(const OptionSet *s, PruningPlan *io) {
  HomiPlan *h = &io->homi;
  Err err = parse_parts(option_text(s, PARTS), h->parts, &h->n_parts);
  CHECK(err == OK, "parts that were checked: %s", err_text());
  h->is_first_longest = true;
  h->n_exploring = option_number(s, EXPLORING);
  h->max_features = (u32)option_number_or(s, FEATURES, 0);
  h->draw.n_opposing = (u32)option_number(s, OPPOSING);
  h->learns_frequencies = true;
  io->features.max_conditions = (u32)option_number_or(s, CONDITIONS, 0);
  io->pruning.min_leaves = (u32)option_number(s, MIN_PATHS);
  io->pruning.min_varying = (u32)option_number(s, MIN_VARYING);
}

/* Difference by difference; what the user says holds all the same. */
static void be_as_released(const OptionSet *s, PruningPlan *io) {
  HomiPruning *p = &io->pruning;
  HomiPlan *h = &io->homi;
  if (!option_has(s, FEATURES)) h->max_features = 200;
  if (!option_has(s, CONDITIONS)) io->features.max_conditions = 25;
  p->min_leaves = MAX(p->min_leaves, 501u);
  p->min_varying = MAX(p->min_varying, 6u);
  h->draw.n_opposing = MIN(h->draw.n_opposing, 20u);
  h->draw.opposes_each_anew = true;
  h->max_draws = 50;
  h->flat_std = 1;
  h->learns_frequencies = false;
  io->features.only_arguments = true;
  p->catches_up = true;
  p->least_gap_ns = p->period_ns / 30;
  p->ignores_constant = true;
  io->credits_pruned_tests = true;
  io->max_runs = 100;
}

Err pruning_options_read(const PruningSets *sets, u64 budget_ns, PruningPlan *ret) {
  const OptionSet *s = sets->options, *homi = sets->homi;
  PruningPlan plan = {.budget_ns = budget_ns,
                      .max_leaves = (u32)option_number(sets->by_number, MAX_LEAVES)};
  if (option_has(s, PRUNE)) plan.row = &pruner_rows[option_choice(s, PRUNE)];
  plan.learns = plan.row && plan.row->ops == &prune_homi_ops;
  if (option_flag(homi, AS_RELEASED) && !plan.learns)
    return err_set(ERR_USAGE, "homi.as-released is a way of --prune homi");
  HomiPruning *p = &plan.pruning;
  plan.homi.n_times = ARRAY_LEN(paper_times_ns);
  for (u32 i = 0; i < plan.homi.n_times; i++)
    p->times_ns[i] = scaled(paper_times_ns[i], plan.budget_ns);
  if (option_has(homi, RUNS)) {
    Err err = parse_times(option_text(homi, RUNS), p->times_ns, &plan.homi.n_times);
    CHECK(err == OK, "times that were checked: %s", err_text());
  }
  p->period_ns = option_number_or(homi, EVERY, scaled(paper_period_ns, plan.budget_ns));
  read_homi(homi, &plan);
  plan.pruning.scores_randomly = plan.learns && !strcmp(plan.row->name, "homi-random");
  plan.restarts = option_flag(s, RESTART) || plan.learns;
  if (option_flag(homi, AS_RELEASED)) be_as_released(homi, &plan);
  *ret = plan;
  return OK;
}
