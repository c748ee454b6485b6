/* solve_eqs.h — a conjunction with fewer variables: equations are solved for an input word.
 *
 *     (3 * x + y) ^ 5 = c     x = (c ^ 5 - y) / 3, as odd numbers have inverses
 *
 * The word is replaced everywhere by what it is equal to.  A word that stands at one place only, in
 * an operation that it alone can give any value, is *free*: the operation becomes the word itself
 * (Brummayer, Biere, "Boolector", TACAS 2009, calls it unconstrained).  So rounds of a cipher or of
 * a hash are taken off one after the other.  A word that is only multiplied by an odd number and
 * compared for equality becomes that product; so does a word with some known bits, which then need
 * no search.  Each step can be undone in a model of the remaining conditions.
 */
#pragma once

#include "base/map.h"
#include "expr/model.h"

/* In a model of what is left, the word is what this term is there. */
typedef struct SolvedWord {
  Expr var, is;
} SolvedWord;

typedef struct Equations {
  ExprVec terms;          /* owned; what is left, none of them constant, or one that is false */
  VEC(SolvedWord) solved; /* owned; in the order found */
  u32 n_products;         /* how many of them are products that are gone now */
  u32 n_unsigned;         /* divisions that lost their signs */
  ExprVec nodes;          /* owned; of the terms, each before its kids */
  Map n_uses;             /* expr id → how many kids and terms it is */
  Map parent;             /* expr id → the last term seen that has it as a kid */
} Equations;

void equations_done(Equations *s); /* a zeroed one is empty */

/* Begins with these; false: they are too large to be looked at, or time is up. */
bool equations_solve(Equations *s, const Expr *terms, u32 n, u64 deadline_ns);

bool equations_is_false(const Equations *s);

/* Makes a model of what is left one of what it came from. */
void equations_complete(const Equations *s, Eval *ev, Model *io_model);
