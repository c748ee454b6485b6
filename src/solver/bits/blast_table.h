/* blast_table.h — reads at a symbolic index, as choices. */
#pragma once

#include "expr/expr.h"
#include "solver/bits/circuit.h"

/* An ARRAY_TABLE at an index; false: it would be too large. */
bool blast_table(Circuit *c, Expr table, const Lit *index, Lit *r);

/* What always holds of these bits of such a read, and lets clauses find the index from the value: of
 * a permutation, that its inverse leads back.  LIT_TRUE: nothing is worth saying. */
Lit blast_table_back(Circuit *c, Expr table, const Lit *index, const Lit *r);

/* One of n bytes (8 n literals), zero past their end. */
void blast_bytes(Circuit *c, const Lit *bytes, u32 n, u32 index_width, const Lit *index, Lit *r);
