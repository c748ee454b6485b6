/* validate.h — no model leaves the solver unchecked. */
#pragma once

#include "solver/chain/stage.h"

/* Does m satisfy the question and the context?  Constraints whose cells have
 * the same value as in the validated base model need no second look.  Also no when
 * the time is up before all were seen.  Counts evaluations into *io_n. */
bool model_holds(Query *q, const Model *m, u64 *io_n);

/* A copy of m in which `cell` has one of these values and which satisfies
 * everything, trying at most n_tries of them, least first; NULL: none did. */
Model *model_with_byte(Query *q, const Model *m, ByteSet values, u32 cell, u32 n_tries);

/* Ends the process: a stage claimed a model (or a refutation) that is wrong.
 * Dumps the question as SMT-LIB beside the message. */
noreturn_fn void query_die(const Query *q, Stage stage, const char *what);
