/* print.h — terms and scripts as SMT-LIB 2, for people and for other solvers.
 *
 * Parsing what was printed gives the same term again, but for inputs of bytes:
 * each byte that is used is printed as a constant |name[i]| of its own.
 */
#pragma once

#include "base/text.h"
#include "expr/expr.h"

/* One term.  What is shared or deep is bound by let. */
void expr_print(Text *out, Expr e);

/* The declarations of the inputs that expr_print uses for these terms. */
void declarations_print(Text *out, const Expr *terms, u32 n);

/* A whole script that asserts n terms of width 1 and asks whether they can hold
 * together.  What is shared is defined once. */
void script_print(Text *out, const Expr *asserts, u32 n);

/* A number of any width as #x… or #b…; words low first. */
void literal_print(Text *out, u32 width, const u64 *words);

/* A name as it was written in a script: |quoted| where it must be. */
void symbol_print(Text *out, const char *name);
