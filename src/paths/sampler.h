/* sampler.h — one random path under a precondition: Algorithms 3 and 5 of ESE. */
#pragma once

#include "paths/individual.h"

/* What is to hold of the inputs of a path, and where it begins. */
typedef struct Precondition {
  const ConditionVec *conditions; /* borrowed, as everything here */
  u32 n_hard; /* the first so many must hold; the others are added in their order, each if it can */
  Model *guess; /* an input that satisfies many of them; NULL: none is known */
  /* A state on the path of an individual, whose conditions up to there hold, too; NULL: the start of the
   * program. */
  State *state;
  const Individual *parent;
} Precondition;

/* The context in which a run under it begins; NULL: no input satisfies it, or the solver does not know. */
Context *precondition_context(Solver *solver, Eval *eval, const Precondition *p);

/* These take one path of the size search each; NULL in *ret if it did not come to its end. */

/* At random. */
must_use Err sample_path(SizeSearch *t, Rng *rng, Individual **ret);
/* At random where the precondition leaves a choice; NULL also where no input satisfies it. */
must_use Err sample_under(SizeSearch *t, Eval *eval, const Precondition *p, Rng *rng,
                          Individual **ret);
/* That of an input. */
must_use Err sample_follow(SizeSearch *t, Model *input, Individual **ret);
