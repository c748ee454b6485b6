/* gf2.h — conditions that are sums of bits, by Gaussian elimination over GF(2).
 *
 * A checksum with a given value, a shift register, a permutation of bits: each of its bits is an
 * exclusive or of input bits.  Such sums are very hard for clauses, while elimination solves them
 * at once.  What is not a sum (an AND, a majority) counts as a variable: then a contradiction still
 * refutes, and the caller gets the values of single gates that follow.  Two sums differ if any of
 * their bits does, a disjunction: we refute it if the system makes them equal in every bit.
 */
#pragma once

#include "solver/bits/circuit.h"

typedef enum Gf2Outcome {
  GF2_SILENT,  /* nothing is a sum, or it is too large */
  GF2_REFUTED, /* the roots cannot all hold */
  GF2_PARTLY,  /* gf2.facts follow from the roots */
  GF2_SOLVED,  /* the roots hold iff the equations do, which are over input gates only */
} Gf2Outcome;

typedef struct Gf2 {
  Map value_of;     /* gate → 1 + the value that it must have */
  LitVec required;  /* the same in the order found */
  u32 n_seen;       /* of those, looked at */
  LitVec differing; /* sums of which not all may hold, one group after the other … */
  U32Vec ends;      /* … each up to here */
  U32Vec sums;      /* XOR gates below required ones, ascending */
  U32Vec columns;   /* gates that are variables of the system */
  Map column_of;    /* gate → 1 + column */
  Map row_of;       /* XOR gate → 1 + its form */
  VEC(u64) forms;   /* by XOR gate, n_words each: its variables, and the constant as last column */
  VEC(u64) rows;    /* of the system, n_words each, reduced … */
  U32Vec pivots;    /* … with the column that only this one has */
  u32 n_words;      /* of a row */
  U32Vec stack;     /* of walks */
  LitVec facts;     /* what follows for single gates */
} Gf2;

void gf2_done(Gf2 *g); /* a zeroed Gf2 is empty */

Gf2Outcome gf2_solve(Gf2 *g, const Circuit *c, const Lit *roots, u32 n);

/* Of a solved system: variable v is gate g->columns.at[v].  io_values has a value for each; those of
 * the pivots are set so that every equation holds, the others stay. */
void gf2_complete(const Gf2 *g, bool *io_values);
