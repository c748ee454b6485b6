/* size search.h — the search at one size: runs of the program, what they found, what is left to spend. */
#pragma once

#include "base/text.h"
#include "explore/explore.h"
#include "search/stats.h"
#include "search/strategy.h"
#include "search/witness.h"

/* What is shown of the work at a size besides the paths of its runs: curves are made of it. */
typedef enum SampleKind {
  SAMPLE_INPUT,  /* an input was tried, and came to its end at this cost */
  SAMPLE_POLICY, /* the policy that is being learned would take a path of this cost now */
} SampleKind;

struct SizeSearch {
  Search *search; /* borrowed */
  u64 size;
  bool is_training; /* nobody asked for it */
  Vm *vm;           /* owned; made by size_search_vm; NULL: not yet, or at rest */
  Budget
      budget; /* of this size search; paths and instructions are those of all its runs together */
  Origin how; /* which search runs (size_search_phase); at the end: which one found the best */
  bool is_at_work; /* the phase of `how` has begun */
  Witness best;
  ImprovementVec history;
  u32 n_better;     /* how often the best was replaced, also by one of the same cost */
  bool is_proven;   /* nothing is worse than the best */
  bool is_searched; /* no path is left, though some may not have been followed to their ends */
  Text why;         /* owned; why it is proven, or why not */
  u64 n_ended[STOP_COUNT];
  u64 n_feasible;   /* paths that ended by themselves */
  u64 n_infeasible; /* sides that were tried and that no input takes */
  u64 n_errors, n_unfinished;
  u64 n_instructions, n_queries;
  Text cut;     /* owned; why the last path was given up, in the words of who did it */
  bool has_gap; /* that is what nadir does not do, such as a function that is nowhere defined */
  u64 max_unfinished; /* the highest cost of a path that was given up as too long, */
  u64 least;          /* and the lowest of one that ended; UINT64_MAX: none did */
  u64 begin_ns, ns;   /* when its last run began; time spent in all of them */
  u64 try_ns;         /* of that in size_search_try and size_search_believe */
  StatVec stats;      /* owned; the figures of the strategy here */
};

/* One run: an exploration of the program, from its start or from a state that was kept. */
typedef struct SearchRun {
  const SearcherOps *search;       /* NULL: depth first */
  Guide *guide;                    /* borrowed; NULL: every side */
  u64 seed;                        /* for the searcher */
  u64 max_paths, max_instructions; /* of this run; 0: what the size search has left */
  u64 time_part; /* of the time left, the Nth part: a path may never end; 0: all of it */
  /* After each path that the size search has looked at; may be NULL. */
  void (*path_ended)(void *user, const PathEnd *end, u64 cost);
  void *user;
  Start start;
  Keeps keeps;
} SearchRun;

SizeSearch *size_search_new(Search *h, u64 size);
SizeSearch *size_search_free(SizeSearch *t); /* accepts NULL, returns NULL */

/* The machine of this size, for all runs of the size search; states that were kept belong to it. */
Vm *size_search_vm(SizeSearch *t);
void size_search_rest(SizeSearch *t); /* frees it until it is wanted again, with all states */

/* Another search begins, which gets the credit for what is found from here on; or none does. */
void size_search_phase(SizeSearch *t, Origin origin);
void size_search_phase_end(SizeSearch *t);

/* The stats may be NULL.  The run is complete when their limit is NOT. */
must_use Err size_search_run(SizeSearch *t, const SearchRun *run, ExploreStats *ret_stats);

u64 size_search_paths(const SizeSearch *t); /* that ended, infeasible sides included */
u64 size_search_paths_possible(
    const SizeSearch *t);                /* the same without them: what a search tried */
u64 size_search_ns(const SizeSearch *t); /* that the size search has taken so far */
void size_search_sample(SizeSearch *t, SampleKind kind, u64 cost);
bool size_search_is_spent(SizeSearch *t); /* no run can be begun any more */

/* A run was given up when it had cost so much, which the true cost is at least; unless it was short, and only the time
 * of the search was over. */
void size_search_give_up(SizeSearch *t, const Cost *cost);

/* A path that was not run by size_search_run ended: counts it, and keeps the witness, which is moved, if it
 * is the best. */
void size_search_count(SizeSearch *t, Stop stop, Witness *io);
void size_search_keep(SizeSearch *t,
                      Witness *io); /* the same without counting: an input, not a path */

/* Says why the best is what it is; the last word stands. */
void size_search_say(SizeSearch *t, const char *fmt, ...) printf_like(2, 3);
/* Says why there is none: what became of the paths. */
void size_search_say_nothing(SizeSearch *t);

/* Explores the whole tree, or what the budget allows: then the best is proven, unless some path
 * could not be followed to its end; says so.  The run may have limits and a hook, but no guide. */
must_use Err size_search_run_all(SizeSearch *t, const SearchRun *run);

/* An input of a cost that is known, too high for a run: it becomes the best as it is. */
void size_search_believe(SizeSearch *t, Witness *w, u64 cost);

/* Runs an input that was made without a path as one of the size search, which takes the witness over; it is
 * the best if it costs more.  The time is that of the search that found it. */
must_use Err size_search_try(SizeSearch *t, Witness *w, bool keeps_decisions, Stop *ret_stop);

/* An input that was run without symbols and came to its end at this cost, which takes the witness over: it
 * becomes the best if that is more, without decisions. */
void size_search_admit(SizeSearch *t, Witness *w, const Cost *costs);
/* Finds the decisions of such a best, by a run with symbols of at most this time; where it does not suffice the next call
 * tries again. */
must_use Err size_search_follow(SizeSearch *t, u64 limit_ns);

/* An input that is simpler than the best, was run without symbols, and costs the same; takes the witness over.  It
 * stands for the best from now on, if its decisions are found in time or those of the best are not known either. */
must_use Err size_search_exchange(SizeSearch *t, Witness *w, const Cost *costs, u64 limit_ns);
