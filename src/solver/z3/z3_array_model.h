/* z3_array_model.h — whole arrays in models of Z3: for questions that compare arrays. */
#ifndef SOLVER_Z3_Z3_ARRAY_MODEL_H
#define SOLVER_Z3_Z3_ARRAY_MODEL_H

#include "solver/z3/wire.h"
#include "solver/z3/z3_build.h"

/* The value of a term in a model as bytes, low first; false if Z3 has none. */
bool z3_model_value(Z3_context c, Z3_model m, Z3_ast term, u8 *ret_bytes, u32 n_bytes);

/* Puts the sparse input: its number, the words of the rest of its elements, u32 n, then index and
 * words of each element that is set, the oldest first.  False: Z3 says it in a way of its own. */
bool z3_model_put_array(Z3Build *b, Z3_context c, Z3_model m, Input in, Wire *out);

#endif
