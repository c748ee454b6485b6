/* z3_serve.h — the inside of the Z3 process: how it is entered, and the
 * messages it understands.
 *
 *   question   op; what the process has not been told yet; the question
 *   reply      answer, reason, leaving (the process ends after this); for a YES
 *              the model, for a core its members
 *
 * TERMS (ops BITS and CORE)
 *   u8 reset         drop all terms and inputs first
 *   u32 n inputs     shape, n_bits, elem_width, index_width, length of name, name;
 *                    all of them, in order: ids and cells are the same on both sides
 *   u32 n nodes      handle, ExprNode, [u32 n_words, words]; kids first, named by the
 *                    handles of the asking side
 *   u32 timeout in ms, u8 wants_model
 *   u32 keep         the first terms of the last question that stay
 *   u32 n terms      handles
 *   model            u8 is_guess; u32 n, then cell and byte; u32 n, then whole arrays (z3_array_model.h);
 *                    u32 n, then input, index, words of the element
 *   core             n bytes, 1: in the core
 *
 * INTS
 *   u8 reset; u32 n nodes, IntNode each; u32 timeout in ms; u32 keep; u32 n roots;
 *   model: u32 n, then variable and value
 */
#ifndef SOLVER_Z3_Z3_SERVE_H
#define SOLVER_Z3_Z3_SERVE_H

#include "solver/z3/wire.h"

typedef enum ServeOp {
  SERVE_BITS = 1,
  SERVE_CORE,
  SERVE_INTS,
} ServeOp;

/* Becomes the Z3 process: answers on the socket until its other end closes. */
noreturn_fn void z3_serve(int fd, u64 memory_limit_bytes);

const char *z3_version(void); /* of the library: "4.8.12.0" */

#endif
