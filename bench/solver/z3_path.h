/* z3_path.h — what the two ways of asking Z3 share. */
#pragma once

#include "bench/solver/backend.h"

#include <z3.h>

Z3_context z3_path_context(void); /* the caller owns it; an error ends the process */

/* Follows the path and solves it once at its end, so that every backend knows in the
 * end that the path is feasible; `condition` translates one condition, or gives
 * NULL: it cannot. */
void z3_path_follow(Z3_context c, Z3_solver s, const Path *p,
                    Z3_ast (*condition)(void *self, Expr e), void *self, Measured *out);
