/* hunt.h — one search for worst cases: a program, a metric, sizes, a strategy. */
#ifndef SEARCH_HUNT_H
#define SEARCH_HUNT_H

#include "search/trial.h"

/* All may be NULL. */
typedef struct HuntObserver {
  void *user;
  void (*path_ended)(void *user, const Trial *t, const PathEnd *end);
  /* The trial has a new best; those for training do not tell. */
  void (*improved)(void *user, const Trial *t);
  /* Every now and then; the stats are those of the run at hand. */
  void (*tick)(void *user, const Trial *t, const ExploreStats *stats);
  /* A size that was asked for is begun, or left for the next; it may be come back to. */
  void (*size)(void *user, const Trial *t, bool begins);
  /* Trial.how is at work from now on, or no longer. */
  void (*phase)(void *user, const Trial *t, bool begins);
  /* Trial.how shows what it does; those for training do not tell. */
  void (*sampled)(void *user, const Trial *t, SampleKind kind, u64 cost);
  bool (*wants_long)(void *user, const Vm *vm, const State *s); /* as Observer.wants_long */
} HuntObserver;

typedef struct HuntConfig {
  const Module *module; /* borrowed, as everything here */
  Solver *solver;
  VmConfig vm;   /* the size excepted */
  CostKind cost; /* what is to be highest */
  const StrategyRow *strategy;
  const u32 *sizes; /* ascending */
  u32 n_sizes;
  const OptionSet *options; /* of strategies; those that are missing have their standard values */
  u32 n_options;
  const struct UserCall *call; /* what the inputs are; NULL: nobody knows */
  bool (*is_text)(
      const char *input); /* without a call: those that are bytes; NULL: none is known */
  u64 enough; /* a size is done when an input costs this much; UINT64_MAX: never; 0: the same */
  u64 seed;
  Budget budget; /* time, memory, interrupt: of all sizes; the rest: of each */
  u64 max_depth; /* decisions on a path */
  HuntObserver observer;
} HuntConfig;

typedef VEC(char *) Remarks; /* owned */

/* A file that a strategy makes besides its paths. */
typedef struct Product {
  const char *name; /* static */
  Text text;        /* owned; empty: there is nothing to be written */
} Product;

struct Hunt {
  HuntConfig config;
  VEC(Trial *) trials;        /* owned; of the sizes, in order */
  VEC(Trial *) others;        /* owned; that were only for training */
  Remarks said;               /* what the strategy did and why, for people */
  Remarks tried;              /* and what it tried in vain */
  VEC(Product) products;      /* owned */
  VEC(OptionSet *) standards; /* owned; of option groups that the config has not */
  Rng rng;
};

/* A hunt whose trials are all made; *ret is valid in any case and to be freed. */
must_use Err hunt_run(const HuntConfig *config, Hunt **ret_hunt);
Hunt *hunt_free(Hunt *h); /* accepts NULL, returns NULL */

/* For strategies: the trial at a size that was asked for, or NULL; one that is only for training. */
Trial *hunt_trial(Hunt *h, u64 size);
Trial *hunt_training(Hunt *h, u64 size);
const OptionSet *hunt_options(Hunt *h, const OptionGroup *group);
Text *hunt_product(Hunt *h, const char *name); /* to be filled; borrowed until the next one */
void hunt_say(Hunt *h, const char *fmt, ...) printf_like(2, 3);
void hunt_say_tried(Hunt *h, const char *fmt, ...) printf_like(2, 3);

#endif
