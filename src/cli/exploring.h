/* exploring.h — what the commands that explore a program have in common: options, and the way from
 * these to an exploration whose errors are confirmed.
 *
 *     cleanup(exploring_done) Exploring x = {.args = args, .command = "run"};
 *     TRY(exploring_open(&x));                        the program compiles
 *     ExplorationPlan plan = exploring_plan(&x, vm_config_default());
 *     TRY(exploring_begin(&x, &plan));                its folder and its live line are there
 *     recorder_subscribe(&x.exploration.recorder, …);
 *     TRY(exploration_run(&x.exploration));
 *     exploring_replay(&x);
 */
#ifndef CLI_EXPLORING_H
#define CLI_EXPLORING_H

#include "cli/args.h"
#include "cli/live.h"
#include "engine/exploration.h"
#include "explore/search.h"

enum {
  EXPLORE_CALL,
  EXPLORE_OUT,
  EXPLORE_SEARCH,
  EXPLORE_SEED,
  EXPLORE_SIZE,
  EXPLORE_REPLAY_TIME,
  EXPLORE_MAX_STATES,
  EXPLORE_MAX_UNDECIDED,
  EXPLORE_SUBSUME,
  EXPLORE_SHAPE,
  EXPLORE_MERGE,
  EXPLORE_EXIT_ZERO,
};
extern const OptionGroup explore_options;

/* Appends these options, and the groups of the parts below. */
void exploring_groups(GroupList *io);

typedef struct Exploring {
  const Args *args;    /* borrowed */
  const char *command; /* the word behind "nadir", for what is proposed */
  Budget budget;       /* from the first moment on: compiling takes time, too */
  Target target;
  OutDir out;    /* owned; has no path until it is made */
  Search search; /* owned */
  Names shapes;  /* owned; words that say which shapes its outside has; none: nadir chose nothing */
  bool varies;   /* they are made of the user's words, and stand in their place */
  Exploration exploration;
  Live live;
} Exploring;

/* Without a main and a --call, a call is proposed. */
must_use Err exploring_open(Exploring *x);
void exploring_done(Exploring *x); /* also for cleanup(), and for what was never opened */

const OptionSet *exploring_options(const Exploring *x); /* of explore_options */
u64 exploring_size(const Exploring *x);

u64 exploring_rest(const Exploring *x); /* for what is done with the results: see limit_rest */

/* The machine's options are added to `vm`. */
ExplorationPlan exploring_plan(Exploring *x, VmConfig vm);
must_use Err exploring_begin(Exploring *x, const ExplorationPlan *plan);

/* After everything is written: nothing is lost if somebody ends it here. */
void exploring_replay(Exploring *x);

/* For whoever prints the result: nothing in the program is an input? */
bool exploring_lacks_symbols(const Exploring *x);
void exploring_set_exit_code(const Exploring *x, bool must_be_complete);

#endif
