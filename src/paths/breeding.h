/* breeding.h — who has children, what these inherit, and who survives: the operators of ESE's
 * Algorithms 1, 4 and 6.  They run nothing and ask nothing. */
#pragma once

#include "paths/individual.h"

/* Fitness-proportional: an individual's chance is its part of the cost of all. */
u32 breed_select(const IndividualVec *all, Rng *rng);
/* Another one than the first; there must be two. */
u32 breed_select_other(const IndividualVec *all, u32 first, Rng *rng);

/* Each precondition gets the first conditions of one parent, at least one, and the last of the other. */
void breed_cross(const Individual *a, const Individual *b, Rng *rng, ConditionVec *ret_ab,
                 ConditionVec *ret_ba);

/* The same, but both are cut where they come to the same place of the program for the same time; if there is
 * no such place in the other, at a random one. */
void breed_cross_places(const Individual *a, const Individual *b, Rng *rng, ConditionVec *ret_ab,
                        ConditionVec *ret_ba);

/* Removes one condition, and another with probability 1/2 each time, up to a tenth of them. */
void breed_mutate(ConditionVec *io, Rng *rng);

/* The elite stays, and of the rest, fitness-proportionally, as many as make n. */
void breed_survive(IndividualVec *io, u32 n, u32 n_elite, Rng *rng);
