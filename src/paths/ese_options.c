/* ese_options.c — the table of ESE's settings, with the paper's values (Table IV). */
#include "paths/ese_options.h"

/* clang-format off */
enum { POPULATION, ELITE, MUTATION, LOCAL_PERIOD, LOCAL_ATTEMPTS, GENERATIONS };

static const Option table[] = {
    [POPULATION] = {"population", OPTION_NUMBER, "N", "50", "paths in a generation", .min = 2, .max = 1 << 20},
    [ELITE] = {"elite", OPTION_NUMBER, "N", "5", "how many of the worst paths always survive", .max = 1 << 20},
    [MUTATION] = {"mutation", OPTION_REAL, "P", "0.2", "probability that conditions of a child are removed", .max = 1},
    [LOCAL_PERIOD] = {"local-period", OPTION_NUMBER, "N", "10", "generations between two local searches; 0: no local search", .max = UINT32_MAX},
    [LOCAL_ATTEMPTS] = {"local-attempts", OPTION_NUMBER, "N", "25", "conditions to negate in each local search", .max = UINT32_MAX},
    [GENERATIONS] = {"generations", OPTION_NUMBER, "N", NULL, "stop after N generations (default: as time allows)"},
};
/* clang-format on */

const OptionGroup ese_options = {"settings of ese", table, ARRAY_LEN(table), NULL, "ese"};

EseOptions ese_options_read(const OptionSet *s) {
  u32 n = (u32)option_number(s, POPULATION);
  return (EseOptions){
      .n_population = n,
      .n_elite = MIN((u32)option_number(s, ELITE), n),
      .mutation = option_real(s, MUTATION),
      .local_period = (u32)option_number(s, LOCAL_PERIOD),
      .local_attempts = (u32)option_number(s, LOCAL_ATTEMPTS),
      .n_generations = option_number_or(s, GENERATIONS, UINT64_MAX),
  };
}

/* The values of the paper, but for what is_plus says; negating conditions is an arm of its own. */
EseOptions ese_options_plus(void) {
  OptionSet standard = option_set_new(&ese_options);
  EseOptions o = ese_options_read(&standard);
  option_set_done(&standard);
  o.local_period = 0;
  o.is_plus = true;
  return o;
}
