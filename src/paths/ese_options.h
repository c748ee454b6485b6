/* ese_options.h — the settings of evolutionary symbolic execution. */
#ifndef PATHS_ESE_OPTIONS_H
#define PATHS_ESE_OPTIONS_H

#include "base/option.h"
#include "paths/breeding.h"
#include "paths/turning.h"

/* ESE's Table IV. */
typedef struct EseOptions {
  u32 n_population, max_best_paths;
  double mutation;    /* probability that a child is mutated */
  u32 local_period;   /* generations from one local search to the next; 0: there is none */
  u32 local_attempts; /* conditions that one negates */
  u64 n_generations;  /* after which it is over; UINT64_MAX: as long as there is time */
  /* Not the paper's: */
  bool is_soft;        /* conditions that contradict others are dropped, so that there is a child */
  bool cuts_at_places; /* parents are cut where both come to the same place for the same time */
  Niche niche;         /* beginnings of which only a part survives; part 0: all survive alike */
  bool invites;        /* what others find at the same size joins the population */
} EseOptions;

extern const OptionGroup ese_options;

EseOptions ese_options_read(const OptionSet *s);

/* What ese+ does. */
typedef struct EsePlusOptions {
  EseOptions ese;
  TurningOptions turning;
  bool breeds, crosses, turns, replays_calls; /* which arms there are */
  bool has_smaller_sizes;                     /* smaller sizes come first */
} EsePlusOptions;

extern const OptionGroup ese_plus_options;

EsePlusOptions ese_plus_options_read(const OptionSet *s);

#endif
