/* duel.h — inputs that adversaries make (adversary.h): the plain ones; arm_duel searches among the others. */
#ifndef WORST_DUEL_H
#define WORST_DUEL_H

#include "inputs/colony.h"

/* Tries those whose answers are all alike, for at most so long. */
must_use Err duel_plain(Colony *c, u64 limit_ns);

#endif
