/* collisions.h — colliding elements, looked for once; arm_collisions goes on with it. */
#pragma once

#include "inputs/input_search.h"

/* Looks at each kind of element, for at most the Nth part of the size search's time. */
must_use Err collisions_once(InputSearch *c, u64 time_part);
