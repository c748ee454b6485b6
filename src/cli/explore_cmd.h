/* explore_cmd.h — what the commands that explore a program have in common: options, and the way from
 * these to an exploration whose errors are confirmed.
 *
 *     cleanup(explore_cmd_done) ExploreCmd x = {.args = args, .command = "run"};
 *     TRY(explore_cmd_open(&x));                        the program compiles
 *     TRY(explore_cmd_plan(&x, vm_config_default(), &plan));
 *     TRY(explore_cmd_begin(&x, &plan));                its folder and its live line are there
 *     recorder_subscribe(&x.exploration.recorder, …);
 *     TRY(exploration_run(&x.exploration));
 *     explore_cmd_replay(&x);
 */
#pragma once

#include "cli/args.h"
#include "cli/live.h"
#include "engine/exploration.h"
#include "explore/search_order.h"

enum {
  EXPLORE_CALL,
  EXPLORE_OUT,
  EXPLORE_SEARCH,
  EXPLORE_SEED,
  EXPLORE_SIZE,
  EXPLORE_REPLAY_TIME,
  EXPLORE_MAX_STATES,
  EXPLORE_SET,
  EXPLORE_SHAPE,
  EXPLORE_EXIT_ZERO,
  EXPLORE_CORPUS,
};
extern const OptionGroup explore_options;

/* Appends these options, and the groups of the parts below. */
void explore_cmd_groups(GroupList *io);
/* A Command.topic: the settings of that name. */
Err explore_cmd_topic(const char *name, GroupList *ret, const char **ret_line);

typedef struct ExploreCmd {
  const Args *args;    /* borrowed */
  const char *command; /* the word behind "nadir", for what is proposed */
  Budget budget;       /* from the first moment on: compiling takes time, too */
  Target target;
  OutDir out;         /* owned; has no path until it is made */
  bool resumes;       /* goes on with the run that wrote the folder */
  const char *server; /* borrowed; where workers of other hosts join; NULL: nowhere */
  Text store, words;  /* owned; the store of all workers, and what is in it of the command line … */
  Text packed;        /* … and of the target */
  SearchOrder search; /* owned */
  SeedFolder seeds;   /* owned */
  Vocabulary words_given; /* owned; of a dictionary */
  Names shapes; /* owned; words that say which shapes its outside has; none: nadir chose nothing */
  bool varies;  /* they are made of the user's words, and stand in their place */
  Exploration exploration;
  Live live;
} ExploreCmd;

/* Without a main and a --call, a call is proposed. */
must_use Err explore_cmd_open(ExploreCmd *x);
/* Before it, for a run that is shared or goes on; takes the folder, if there is one.  Both may be NULL. */
void explore_cmd_go_on(ExploreCmd *x, const char *server, OutDir *resumed);
/* In place of it, for a guest of a run: the target is what the store has. */
must_use Err explore_cmd_open_guest(ExploreCmd *x, const Guest *guest);
void explore_cmd_done(ExploreCmd *x); /* also for cleanup(), and for what was never opened */

const OptionSet *explore_cmd_options(const ExploreCmd *x); /* of explore_options */
u64 explore_cmd_size(const ExploreCmd *x);

u64 explore_cmd_rest(const ExploreCmd *x); /* for what is done with the results: see limit_rest */

/* For results; explore_cmd_begin makes it where nobody has before. */
must_use Err explore_cmd_make_folder(ExploreCmd *x);

/* The machine's options are added to `vm`. */
must_use Err explore_cmd_plan(ExploreCmd *x, VmConfig vm, ExplorationPlan *ret);
must_use Err explore_cmd_begin(ExploreCmd *x, const ExplorationPlan *plan);

/* After everything is written: nothing is lost if the user ends it here. */
void explore_cmd_replay(ExploreCmd *x);

/* After everything is written: the files of --corpus, if it was given, and a line that says where they are. */
must_use Err explore_cmd_corpus(const ExploreCmd *x, Text *ret_said);

/* Does the program have no symbolic inputs?  The printed result then says so. */
bool explore_cmd_lacks_symbols(const ExploreCmd *x);
void explore_cmd_set_exit_code(const ExploreCmd *x, bool must_be_complete);
