/* explore.h — runs a program along all its paths, or as many as the budget allows.
 *
 * The searcher says which leaf is next, the guide which sides of a choice are taken.  An observer
 * hears what happens.  Nothing is kept of a path that has ended.
 */
#pragma once

#include "base/budget.h"
#include "explore/guide.h"
#include "explore/pruner.h"
#include "explore/searcher.h"
#include "explore/seed_path.h"
#include "vm/exec/cover.h"

typedef struct ExploreStats {
  u64 n_ended[STOP_COUNT]; /* paths, by why they ended */
  u64 n_paths;             /* the sum of these */
  u64 n_instructions;      /* LLVM instructions; those to make parked states again excepted */
  u64 n_choices;           /* where a symbol decided, forced ones included */
  u64 n_forks;             /* leaves added by these */
  u64 n_infeasible_sides;  /* of branches, where no input goes: asked for and not taken */
  u32 n_leaves, n_in_memory;
  u32 max_leaves;
  u64 n_parked, n_unparked;
  u64 n_dropped;              /* by the pruner … */
  u64 n_deferred, n_recalled; /* … and deferred, and taken back to go on */
  u64 n_instructions_again;   /* to make parked states again */
  u64 n_seeds, n_seed_steps;  /* inputs that seeded the search, and steps along them */
  u64 n_sweeps;               /* of the table of terms */
  Limit limit;                /* what ended the run; NOT: it is complete */
} ExploreStats;

typedef struct Observer {
  void *user;
  void (*path_ended)(void *user, const PathEnd *end);
  void (*tick)(void *user, const ExploreStats *stats); /* every now and then; may be NULL */
  /* The program is about to run again what it did before (true), or no longer (false); may be
   * NULL. */
  void (*repeats)(void *user, bool on);
  bool (*has_enough)(void *user); /* asked before each step: end here?  May be NULL */
  /* A path that is put aside covered what no test may show (State.has_pending_test): one that does.  May be
   * NULL. */
  void (*pending_test)(void *user, const State *s, const TestCase *test);
  void (*stepped)(void *user, const ExploreStats *stats); /* after each step; may be NULL */
  /* A path was given up after many instructions: is its input wanted?  NULL: never. */
  bool (*wants_long)(void *user, const Vm *vm, const State *s);
} Observer;

/* Where an exploration begins.  All zero: at the start of the program, with nothing decided. */
typedef struct Start {
  State *state; /* borrowed; of this machine, live: it is forked; NULL: the start of the program */
  /* The first decisions of every path, which are taken without a question; those that the state
   * has behind it are skipped. */
  const Decision *decisions; /* borrowed */
  u32 n_decisions;
  Model *model; /* borrowed; an input that takes them, so that nothing need be solved; NULL: none */
  /* Borrowed; what holds of the inputs before the program has said anything of them, or anything more: with a
   * state it has to have all that the state's context has.  Sides that contradict it are impossible.  NULL:
   * nothing; not together with a model. */
  Context *precondition;
} Start;

/* States to begin at again: the first to come to so many decisions is kept, forked. */
typedef struct Keeps {
  const u32 *at; /* borrowed; ascending */
  u32 n;
  StateVec *kept; /* borrowed; appended, owned by whoever owns the machine */
} Keeps;

/* Several processes explore one tree: leaves come from elsewhere, and go elsewhere. */
typedef struct LeafExchange {
  void *user;
  const void
      *bytes; /* borrowed; the leaves to begin with (leaf_set.h); NULL: the start of the program */
  size_t n_bytes;
  /* Asked between two steps: is it time?  NULL: leaves are not exchanged. */
  bool (*due)(void *user, const ExploreStats *stats);
  /* What has happened so far, and `all` that is left.  Leaves that it appends to *ret_given are somebody else's from then
   * on: they are dropped, and nobody hears of an end.  Called a last time when nothing is left, or a limit is reached
   * (stats->limit): then all are. */
  Err (*exchange)(void *user, const LeafVec *all, const ExploreStats *stats, LeafVec *ret_given);
} LeafExchange;

typedef struct ExploreConfig {
  SearchOrder search; /* its parts are borrowed */
  u64 seed;
  Budget budget;
  u64 max_depth;     /* decisions on a path */
  u64 max_undecided; /* instructions between two decisions of a path; at least 1 */
  u64 max_in_memory; /* leaves that have a state at the same time; at least 1 */
  Guide *guide;      /* borrowed; NULL: every possible side is explored */
  Pruner *pruner;    /* borrowed; NULL: nothing is pruned */
  Start start;
  Keeps keeps;
  SeedSource seeds;      /* not together with a guide */
  LeafExchange exchange; /* not together with a guide or a pruner */
  bool
      defers_rare; /* leaves whose side is rare wait for a lead, or for the end; without a pruner */
  Observer observer;
  const Cover
      *until_covered; /* borrowed; all of it ends the exploration, soon; NULL: it does not */
  u64 tick_ns;
  bool only_bug_tests; /* PathEnd.test of other paths is not wanted */
  bool only_new_tests; /* … nor of those that end well and owe none (State.has_pending_test) */
} ExploreConfig;

/* Of several explorations, the limit that of the last one. */
void explore_stats_add(ExploreStats *io, const ExploreStats *run);

ExploreConfig explore_config_default(void); /* depth first, no limits */

/* The first reason of stop.def for which some path is not known to its end, or NOT. */
Stop explore_first_gap(const ExploreStats *stats);
/* Every path was explored to its end, none given up on the way. */
bool explore_is_complete(const ExploreStats *stats);

/* *ret_stats is set in any case. */
must_use Err explore(Vm *vm, Solver *solver, const ExploreConfig *config, ExploreStats *ret_stats);
