/* share_cmd.h — what the commands that explore have in common where several processes do it: options, how many there are,
 * and how a run that was cut off goes on.
 *
 *     run(args)       → share_cmd_run(args, run_in)
 *     run_in(…)       explore_cmd_open, explore_cmd_plan, share_cmd_plan, explore_cmd_begin, exploration_run,
 *                     share_cmd_settle, …, share_cmd_print
 *     work(…)         for who works for another nadir: share_cmd_join
 */
#pragma once

#include "cli/explore_cmd.h"

extern const OptionGroup share_options;

/* The command with these options; `server` and `resumed` become those of the ExploreCmd. */
typedef Err RunIn(const Args *args, const char *server, OutDir *resumed);
/* A new run, or with --resume the one that goes on, where it was typed and with its words. */
must_use Err share_cmd_run(const Args *args, RunIn *run_in);

/* The store of the run that wrote this folder; an error if it has none. */
must_use Err share_cmd_store(const char *folder, Text *ret_path);
/* The words of the command that began a run, behind the folder in which it was typed, that of its results, and its name;
 * the elements are borrowed from the text. */
enum { EARLIER_PLACE, EARLIER_OUT, EARLIER_COMMAND, N_EARLIER };
typedef VEC(char *) EarlierWords;
must_use Err share_cmd_split(const Text *words, const char *from, EarlierWords *ret);

/* How many processes explore.  `alone`: the option of the command with which only one can; NULL: none was given. */
must_use Err share_cmd_plan(ExploreCmd *x, const char *alone, ExplorationPlan *io);
/* After the exploration: is something left to do with --resume? */
must_use Err share_cmd_settle(ExploreCmd *x, bool *ret_is_left);
/* The line that says how to go on. */
void share_cmd_print(const ExploreCmd *x, Text *t);

/* Works for a run that another process leads, with the plan that its words make. */
must_use Err share_cmd_join(ExploreCmd *x, const Guest *guest, ExplorationPlan *plan);
