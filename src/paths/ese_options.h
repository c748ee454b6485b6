/* ese_options.h — the settings of evolutionary symbolic execution. */
#pragma once

#include "base/option.h"

/* ESE's Table IV. */
typedef struct EseOptions {
  u32 n_population, n_elite;
  double mutation;    /* probability that a child is mutated */
  u32 local_period;   /* generations from one local search to the next; 0: there is none */
  u32 local_attempts; /* conditions that one negates */
  u64 n_generations;  /* after which it is over; UINT64_MAX: as long as there is time */
  /* Not the paper's: conditions that contradict others are dropped, so that there is a child; parents are cut
   * where both come to the same place for the same time; what others find at the same size joins the population. */
  bool is_plus;
} EseOptions;

extern const OptionGroup ese_options;

EseOptions ese_options_read(const OptionSet *s);

EseOptions ese_options_plus(void); /* when it is an arm */
