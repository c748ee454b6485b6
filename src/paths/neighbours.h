/* neighbours.h — the paths beside a path: each begins like it and takes another side at one of its
 * decisions.
 *
 * Strategies say which decision is next, what follows it, and which neighbour becomes the current path.
 */
#pragma once

#include "paths/sampler.h"

/* A path, and states along it, so that a neighbour that leaves it late does not run all that lies before. */
typedef struct Neighbours {
  DecisionVec path; /* owned */
  StateVec kept;    /* owned by the machine of the size search; in the order of the path */
} Neighbours;

/* Runs the path once more, with an input that takes it, and keeps so many states on the way. */
must_use Err neighbours_keep(Neighbours *n, SizeSearch *t, Model *model, u32 n_states);
void neighbours_clear(Neighbours *n, SizeSearch *t);

/* The last state with at most so many decisions behind it; NULL: none was kept. */
State *neighbours_state(const Neighbours *n, u32 n_decisions);

/* The conditions that branches of the program made: those that are negated. */
void neighbours_conditions(const ConditionVec *all, U32Vec *ret);
void neighbours_shuffle(U32Vec *io, Rng *rng);

/* From a state on the path of the individual (NULL: the start of the program), the conditions before this
 * one and its negation must hold; those behind it may.  They are in *ret, which is scratch. */
Precondition neighbours_precondition(const Individual *i, u32 at, State *from, ConditionVec *ret);

/* What another search found at this size, if it costs more than `known`: an input, owned; NULL: nothing. */
Model *neighbours_invite(const SizeSearch *t, u64 known);
