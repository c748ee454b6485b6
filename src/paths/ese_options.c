/* ese_options.c — the table of ESE's settings, with the paper's values (Table IV). */
#include "paths/ese_options.h"

/* clang-format off */
enum { POPULATION, ELITE, MUTATION, LOCAL_PERIOD, LOCAL_ATTEMPTS, GENERATIONS };

static const Option table[] = {
    [POPULATION] = {"population", OPTION_NUMBER, "N", "50", "paths in a generation", .min = 2, .max = 1 << 20},
    [ELITE] = {"best_paths", OPTION_NUMBER, "N", "5", "how many of the worst paths always survive", .max = 1 << 20},
    [MUTATION] = {"mutation", OPTION_REAL, "P", "0.2", "probability that conditions of a child are removed", .max = 1},
    [LOCAL_PERIOD] = {"local-period", OPTION_NUMBER, "N", "10", "generations between two local searches; 0: no local search", .max = UINT32_MAX},
    [LOCAL_ATTEMPTS] = {"local-attempts", OPTION_NUMBER, "N", "25", "conditions to negate in each local search", .max = UINT32_MAX},
    [GENERATIONS] = {"generations", OPTION_NUMBER, "N", NULL, "stop after N generations (default: as time allows)"},
};
/* clang-format on */

const OptionGroup ese_options = {"options of ese", table, ARRAY_LEN(table), NULL};

EseOptions ese_options_read(const OptionSet *s) {
  u32 n = (u32)option_number(s, POPULATION);
  return (EseOptions){
      .n_population = n,
      .max_best_paths = MIN((u32)option_number(s, ELITE), n),
      .mutation = option_real(s, MUTATION),
      .local_period = (u32)option_number(s, LOCAL_PERIOD),
      .local_attempts = (u32)option_number(s, LOCAL_ATTEMPTS),
      .n_generations = option_number_or(s, GENERATIONS, UINT64_MAX),
  };
}

/* ---- ese+ ---------------------------------------------------------------------------------------- */

/* Of a generation, at most one in so many is of one niche. */
enum { NICHE_PART = 4 };

/* clang-format off */
enum { NO_INPUTS, NO_CROSS, NO_TURN, NO_RECALL, STRICT, CUTS, TURN_ORDER, NO_DRIFT, NO_SMALLER, NICHES };

static const OptionChoice cuts[] = {
    {"random", NULL, "anywhere, as in the paper"},
    {"places", NULL, "where both come to the same place of the program for the same time"},
    {0},
};

static const OptionChoice orders[] = {
    {"latest", NULL, "from the end of the path to its beginning"},
    {"random", NULL, "in a random order"},
    {0},
};

static const Option plus_table[] = {
    [NO_INPUTS] = {"no-inputs", OPTION_FLAG, .help = "do not run and breed concrete inputs"},
    [NO_CROSS] = {"no-cross", OPTION_FLAG, .help = "do not cross path conditions"},
    [NO_TURN] = {"no-turn", OPTION_FLAG, .help = "do not negate conditions of the worst path"},
    [NO_RECALL] = {"no-recall", OPTION_FLAG, .help = "do not repeat what was worst for calls of recursive functions"},
    [STRICT] = {"strict", OPTION_FLAG, .help = "no child where the conditions of its parents contradict each other"},
    [CUTS] = {"cuts", OPTION_CHOICE, "WHERE", "places", "where to cut the path conditions of parents", .choices = cuts},
    [TURN_ORDER] = {"turn-order", OPTION_CHOICE, "ORDER", "random", "which conditions to negate first", .choices = orders},
    [NO_DRIFT] = {"no-drift", OPTION_FLAG, .help = "do not go on from paths of the same cost"},
    [NICHES] = {"niches", OPTION_NUMBER, "N", "0", "at most a quarter of a generation shares its first N decisions", .max = 1 << 20},
    [NO_SMALLER] = {"no-smaller", OPTION_FLAG, .help = "do not search half and a quarter of the size first"},
};
/* clang-format on */

const OptionGroup ese_plus_options = {"options of ese+", plus_table, ARRAY_LEN(plus_table), NULL};

EsePlusOptions ese_plus_options_read(const OptionSet *s) {
  OptionSet standard = option_set_new(&ese_options);
  EseOptions ese = ese_options_read(&standard);
  option_set_done(&standard);
  ese.local_period = 0; /* that is another arm's */
  ese.is_soft = !option_flag(s, STRICT);
  ese.cuts_at_places = option_choice(s, CUTS) == 1;
  ese.invites = true;
  u32 n_niche = (u32)option_number(s, NICHES);
  ese.niche = (Niche){.n_decisions = n_niche, .part = n_niche ? NICHE_PART : 0};
  return (EsePlusOptions){
      .ese = ese,
      .turning = {.is_random = option_choice(s, TURN_ORDER) == 1,
                  .drifts = !option_flag(s, NO_DRIFT)},
      .breeds = !option_flag(s, NO_INPUTS),
      .crosses = !option_flag(s, NO_CROSS),
      .turns = !option_flag(s, NO_TURN),
      .replays_calls = !option_flag(s, NO_RECALL),
      .has_smaller_sizes = !option_flag(s, NO_SMALLER),
  };
}
