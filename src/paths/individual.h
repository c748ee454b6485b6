/* individual.h — a path as its conditions: what evolutionary symbolic execution breeds.
 *
 * A condition is a term over the inputs that holds on the path because of one decision.  Some of
 * the conditions of some paths make a precondition, under which another path is looked for
 * (sampler.h).
 */
#pragma once

#include "search/search.h"

typedef struct Condition {
  Expr e;
  Decision decision; /* that made it so … */
  u32 n_before;      /* … and how many there were before it */
} Condition;

typedef VEC(Condition) ConditionVec;

typedef struct Individual {
  ConditionVec conditions; /* owned; each once, in the order of the path */
  u64 cost;
  u64 hash;     /* of all decisions of the path */
  Path *path;   /* shared; these */
  Model *model; /* shared; an input that takes the path */
} Individual;

typedef VEC(Individual *) IndividualVec; /* owned */

Individual *individual_free(Individual *i); /* accepts NULL, returns NULL */
void individuals_free(IndividualVec *all);

/* The terms of these are wanted after the next sweep, too. */
void conditions_mark(const ConditionVec *conditions);
void individuals_mark(const IndividualVec *all);

bool individuals_have(const IndividualVec *all, u64 hash);
/* The highest cost; of several the first.  There must be one. */
u32 individuals_worst(const IndividualVec *all);
