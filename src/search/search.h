/* search.h — one search for worst cases: a program, a metric, sizes, a strategy. */
#pragma once

#include "search/size_search.h"

/* All may be NULL. */
typedef struct SearchObserver {
  void *user;
  void (*path_ended)(void *user, const SizeSearch *t, const PathEnd *end);
  /* The size search has a new best; those for training are not reported. */
  void (*improved)(void *user, const SizeSearch *t);
  /* Every now and then; the stats are those of the current run. */
  void (*tick)(void *user, const SizeSearch *t, const ExploreStats *stats);
  /* A size that was asked for is begun, or left for the next; it may be come back to. */
  void (*size)(void *user, const SizeSearch *t, bool begins);
  /* SizeSearch.how is at work from now on, or no longer. */
  void (*phase)(void *user, const SizeSearch *t, bool begins);
  /* SizeSearch.how shows what it does; those for training are not reported. */
  void (*sampled)(void *user, const SizeSearch *t, SampleKind kind, u64 cost);
  bool (*wants_long)(void *user, const Vm *vm, const State *s); /* as Observer.wants_long */
} SearchObserver;

/* An input that was kept from an earlier search, and what it costs when it is run. */
typedef struct KnownInput {
  u64 size;
  NamedBytesVec inputs;
  Cost costs;
} KnownInput;

typedef struct SearchConfig {
  const Module *module; /* borrowed, as everything here */
  Solver *solver;
  VmConfig vm;   /* the size excepted */
  CostKind cost; /* what is to be highest */
  const StrategyRow *strategy;
  const u32 *sizes; /* ascending */
  u32 n_sizes;
  const OptionSet *options; /* of strategies; those that are missing have their standard values */
  u32 n_options;
  const KnownInput *known; /* what the search begins with at their sizes */
  u32 n_known;
  struct Given *given;         /* tests and words of the user (inputs/given.h); NULL: none */
  const struct UserCall *call; /* what the inputs are; NULL: nobody knows */
  bool (*is_text)(
      const char *input); /* without a call: those that are bytes; NULL: none is known */
  u64 enough; /* a size is done when an input costs this much; UINT64_MAX: never; 0: the same */
  u64 seed;
  Budget budget; /* time, memory, interrupt: of all sizes; the rest: of each */
  u64 max_depth; /* decisions on a path */
  SearchObserver observer;
} SearchConfig;

typedef VEC(char *) Remarks; /* owned */

/* A file that a strategy makes besides its paths. */
typedef struct Product {
  const char *name; /* static */
  Text text;        /* owned; empty: there is nothing to be written */
} Product;

struct Search {
  SearchConfig config;
  VEC(SizeSearch *) searches; /* owned; of the sizes, in order */
  VEC(SizeSearch *) others;   /* owned; that were only for training */
  Remarks said;               /* what the strategy did and why, for people */
  Remarks tried;              /* and what it tried without success */
  VEC(Product) products;      /* owned */
  VEC(OptionSet *) standards; /* owned; of option groups that the config has not */
  Rng rng;
};

/* A search whose size searches are all made; *ret is valid in any case and to be freed. */
must_use Err search_run(const SearchConfig *config, Search **ret_search);
Search *search_free(Search *h); /* accepts NULL, returns NULL */

/* For strategies: the size search at a size that was asked for, or NULL; one that is only for training. */
SizeSearch *search_at_size(Search *h, u64 size);
SizeSearch *search_training(Search *h, u64 size);
const OptionSet *search_options(Search *h, const OptionGroup *group);
Text *search_product(Search *h, const char *name); /* to be filled; borrowed until the next one */
void search_say(Search *h, const char *fmt, ...) printf_like(2, 3);
void search_note_failed(Search *h, const char *fmt, ...) printf_like(2, 3);
