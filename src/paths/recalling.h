/* recalling.h — local search for recursive programs: one decision of the worst path is turned round,
 * and the calls that follow do what was worst for such calls (precedents.h). */
#ifndef PATHS_RECALLING_H
#define PATHS_RECALLING_H

#include "paths/individual.h"
#include "paths/precedents.h"

extern const StatInfo stat_recalled;

typedef struct Recalling Recalling;

/* Borrows the trial and the precedents until it is freed. */
Recalling *recalling_new(Trial *t, Precedents *p);
Recalling *recalling_free(Recalling *r); /* accepts NULL, returns NULL */

/* Goes on where it stopped, from the best path of the trial, for so many paths; false in *ret_goes_on: there
 * is nothing to do until the best changes. */
must_use Err recalling_run(Recalling *r, u64 max_steps, u64 *ret_n_steps, bool *ret_goes_on);

#endif
