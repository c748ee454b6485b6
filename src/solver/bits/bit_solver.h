/* bit_solver.h — conjunctions of conditions, decided by circuits and CaDiCaL.
 *
 * Terms, clauses and what was learned stay for the next question, which is about the same path most
 * of the time.  When clauses of other paths have become the most of it, the clauses (not the
 * circuit) are made anew.
 */
#pragma once

#include "expr/model.h"
#include "solver/bits/blast.h"
#include "solver/bits/sat.h"

typedef struct BitSolver BitSolver;

BitSolver *bit_solver_new(void);
BitSolver *bit_solver_free(BitSolver *s); /* accepts NULL, returns NULL */

/* May all n terms (width 1) hold?  On YES the cells and array elements that they read are set in
 * io_model (a model to patch, its maker's alone).  On NO ret_in_core, unless NULL, says for each
 * term whether the refutation used it. */
Answer bit_solver_check(BitSolver *s, const Expr *terms, u32 n, SatLimit limit, Model *io_model,
                        bool *ret_in_core, Reason *ret_reason);

/* The same by elimination over GF(2) alone, where the terms are sums of bits (gf2.h): at once, or
 * UNKNOWN.  Cells that the sums leave free keep their values in io_model. */
Answer bit_solver_sums(BitSolver *s, const Expr *terms, u32 n, SatLimit limit, Model *io_model);
