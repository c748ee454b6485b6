/* nodes.h — what a term is made of, each node once. */
#pragma once

#include "expr/expr.h"

/* Appends the nodes of the terms, these first and each before its kids; false: there are more than
 * max, and some are missing. */
bool expr_all_nodes(const Expr *terms, u32 n, u32 max, ExprVec *ret);

/* Appends the VAR and ARRAY_INPUT leaves of e. */
void expr_leaves(Expr e, ExprVec *ret);
