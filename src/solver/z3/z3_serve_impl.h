/* z3_serve_impl.h — what the files of the Z3 process share. */
#ifndef SOLVER_Z3_Z3_SERVE_IMPL_H
#define SOLVER_Z3_Z3_SERVE_IMPL_H

#include "solver/answer.h"
#include "solver/z3/wire.h"

#include <z3.h>

/* A context whose errors end this process in good order. */
Z3_context z3_serve_context(void);

/* The start of every reply. */
void z3_serve_reply(Wire *out, Answer answer, Reason reason, bool leaving);

#endif
