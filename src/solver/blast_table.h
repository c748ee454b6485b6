/* blast_table.h — reads at a symbolic index, as choices. */
#ifndef SOLVER_BLAST_TABLE_H
#define SOLVER_BLAST_TABLE_H

#include "expr/expr.h"
#include "solver/circuit.h"

/* An ARRAY_TABLE at an index; false: it would be too large. */
bool blast_table(Circuit *c, Expr table, const Lit *index, Lit *r);

/* One of n bytes (8 n literals), zero past their end. */
void blast_bytes(Circuit *c, const Lit *bytes, u32 n, u32 index_width, const Lit *index, Lit *r);

#endif
