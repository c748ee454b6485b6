/* call_replay.h — local search for recursive programs: one decision of the worst path is turned round,
 * and the calls that follow do what was worst for such calls (call_table.h). */
#ifndef PATHS_CALL_REPLAY_H
#define PATHS_CALL_REPLAY_H

#include "paths/call_table.h"
#include "paths/individual.h"

extern const StatInfo stat_replayed;

typedef struct CallReplay CallReplay;

/* Borrows the size search and the precedents until it is freed. */
CallReplay *call_replay_new(SizeSearch *t, CallTable *p);
CallReplay *call_replay_free(CallReplay *r); /* accepts NULL, returns NULL */

/* Goes on where it stopped, from the best path of the size search, for so many paths; false in *ret_goes_on: there
 * is nothing to do until the best changes. */
must_use Err call_replay_run(CallReplay *r, u64 max_steps, u64 *ret_n_steps, bool *ret_goes_on);

#endif
