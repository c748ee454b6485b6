/* kin.h — elements that get in each other's way, looked for once; arm_kin goes on with it. */
#ifndef WORST_KIN_H
#define WORST_KIN_H

#include "inputs/colony.h"

/* Looks at each kind of element, for at most the Nth part of the trial's time. */
must_use Err kin_once(Colony *c, u64 time_part);

#endif
