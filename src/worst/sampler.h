/* sampler.h — one random path under a precondition: Algorithms 3 and 5 of ESE. */
#ifndef WORST_SAMPLER_H
#define WORST_SAMPLER_H

#include "worst/individual.h"

/* A context in which all these conditions hold, with a model; NULL: no input satisfies them, or the
 * solver could not tell.  The guess, which may be NULL, is an input that satisfies many of them. */
Context *precondition_new(Solver *solver, Eval *eval, const ConditionVec *conditions, Model *guess);

/* Takes one path of the trial, at random where the precondition leaves a choice; NULL in
 * *ret_individual if it did not come to its end.  The precondition may be NULL: none. */
must_use Err sample_path(Trial *t, Context *precondition, Rng *rng, Individual **ret_individual);

#endif
