/* z3_build.h — terms as Z3 sees them, node by node and with no cleverness: the
 * translation every other stage and every rewrite rule is checked against. */
#pragma once

#include "expr/expr.h"

#include <z3.h>

typedef struct Z3Build Z3Build;

Z3Build *z3_build_new(Z3_context c); /* borrowed until z3_build_free */
Z3Build *z3_build_free(Z3Build *b);  /* accepts NULL, returns NULL; before the context goes */

/* The term as a bit-vector or array; memoised per handle, the memo is dropped
 * when the expression table was swept.  The result lives until then. */
Z3_ast z3_build(Z3Build *b, Expr e);

/* A term of width 1 as a Bool. */
Z3_ast z3_build_bool(Z3Build *b, Expr e);

/* One operation on operands that are built already (bit-vectors, arrays): for a
 * candidate that was never interned.  Gives a bit-vector or an array. */
Z3_ast z3_build_op(Z3Build *b, ExprKind kind, u32 width, u32 low, const Z3_ast *kids);

/* Z3's constant for a dense input: the whole of it, or of INPUT_BYTES the byte
 * `i`; a Bool for INPUT_BOOL, else a bit-vector. */
Z3_ast z3_build_dense(Z3Build *b, Input in, u32 i);

/* Z3's constant for a sparse input: an array. */
Z3_ast z3_build_sparse(Z3Build *b, Input in);
