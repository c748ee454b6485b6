/* input_search.h — concrete inputs of one size: tried one by one, and bred.
 *
 * What is found becomes the best of the size search at once.  An input search needs neither solver nor symbols,
 * so it has an answer where nothing else has one, and within moments.  That answer is the first,
 * and everything else improves on it.
 */
#pragma once

#include "inputs/eval_pool.h"
#include "inputs/evolve.h"

/* Inputs that were run, and the time that took: they are no paths. */
extern const StatInfo stat_inputs, stat_running;
/* Of them: those that show an error, that were given up as too long, and that ended or hung the process that ran them. */
extern const StatInfo stat_input_errors, stat_input_unended, stat_input_lost;

/* For every strategy that breeds. */
enum { INPUT_SEARCH_WORKERS, INPUT_SEARCH_SEEDS, INPUT_SEARCH_DICTIONARY };
extern const OptionGroup input_search_options;

typedef struct InputSearch {
  SizeSearch *size_search; /* borrowed */
  const Vocabulary *v;     /* borrowed; of the program */
  Evaluator evaluator;
  EvalPool pool;         /* while it breeds */
  Population population; /* the best inputs so far, and what is bred from them */
  u8 *best;              /* owned; NULL: none came to its end */
  u32 n_best;            /* its bytes; the plan may have become longer since */
  u64 cost;              /* of it */
  Cost costs;
  u8 *late;   /* owned; the costliest that was given up, if it cost more than the best; or NULL */
  u32 n_late; /* its bytes */
  u64 late_cost, late_instructions; /* when it was given up */
  u32 n_late_tries;                 /* how often such inputs were given up again */
  u64 n_refused;                    /* inputs that the program's assumptions exclude */
  bool is_published;                /* the size search knows it */
  u64 tick_ns;                      /* progress is not shown before */
  u64 publish_ns;                   /* the next one not before */
  u32 n_busy;                       /* cores that are not for running inputs of a generation */
  /* Called with an input that must be run where runs are reported (Evaluator.is_quiet); may be NULL. */
  void (*odd)(void *user, const u8 *genome, u32 n_bytes, Stop stop);
  void *odd_user;
  Rng rng;
} InputSearch;

/* NULL in *ret: the program could not be started. */
must_use Err input_search_open(SizeSearch *t, const Vocabulary *v, InputSearch **ret);
InputSearch *input_search_free(InputSearch *c); /* accepts NULL, returns NULL */

/* Tries the inputs that people think of first, for about so long; longer if nothing came to its end
 * by then. */
must_use Err input_search_seed(InputSearch *c, u64 limit_ns);

/* Inputs that another search makes: between a beginning and an end, each is tried, and joins those that are bred
 * from.  The cost is 0 if the program did not come to its end. */
void input_search_begin(InputSearch *c, Origin who);
must_use Err input_search_try(InputSearch *c, const u8 *genome, u64 *ret_cost);
must_use Err input_search_end(InputSearch *c, Err err);

/* An input that was bred elsewhere: the same in one step, which may take so long even where no time is left. */
must_use Err input_search_on_input(InputSearch *c, const u8 *genome, u64 limit_ns);
/* Is one process all that is wanted? */
bool input_search_is_single(const InputSearch *c);

/* Tries the worst inputs of other sizes, extended to this one or cut, for at most so long. */
must_use Err input_search_extend(InputSearch *c, u64 limit_ns);

/* Tries each number of the best with a few other values (inputs/neighbours.h), from the last to the first,
 * until none of them is better any more, or until the deadline. */
must_use Err input_search_scan(InputSearch *c, u64 deadline_ns);

/* Breeds until the deadline, or until so many inputs were run; or until, since the best became better, so
 * many inputs were run that there is little hope.  Nothing happens where no input came to its end. */
must_use Err input_search_breed(InputSearch *c, u64 deadline_ns, u64 max_inputs, u64 max_no_gain);
