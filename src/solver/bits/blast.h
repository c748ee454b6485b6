/* blast.h — terms as circuits, bit by bit.
 *
 * A term is translated once and kept until the expression table is swept or the circuit has grown
 * too large; n_forgotten counts these occasions.  Tables are choices among their entries.  A read
 * of an array that is neither a table nor small is a *read*: free bits, which the user of the
 * circuit ties to the contents of the array as far as needed (bit_reads.c); so is an equality of
 * arrays.
 */
#pragma once

#include "expr/expr.h"
#include "solver/bits/circuit.h"

/* What the inputs of the circuit are: in[0] of the gate; in[1] says which. */
typedef enum InputGate {
  INPUT_CELL, /* in[1] = cell * 8 + bit */
  INPUT_READ, /* in[1] = read */
} InputGate;

typedef struct Read {
  Expr term; /* a select from an array that is not a table, or an equality of arrays */
  u32 lits;  /* of its bits, in the pool */
} Read;

typedef struct Blaster {
  Circuit circuit;
  LitVec pool;
  Map lits_of; /* expr id → 1 + offset into the pool, low bit first */
  Map cell_of; /* cell * 8 + bit → its literal */
  VEC(Read) reads;
  Map implied;     /* gate → a literal that always holds, and helps the clauses of the gate */
  u32 epoch;       /* of the expression table … */
  u32 n_forgotten; /* … and how often we began anew */
  SatLimit limit;  /* of the question */
  ExprVec stack;   /* of the walk */
} Blaster;

void blaster_init(Blaster *b);
void blaster_done(Blaster *b);

/* Call before a question: begins anew when handles have changed their meaning or it is full. */
void blaster_refresh(Blaster *b, SatLimit limit);
/* Begins anew in any case. */
void blaster_forget(Blaster *b);

/* The bits of a term, low first; borrowed until the next call.  NULL: the circuit would be too
 * large, or the time limit is reached. */
const Lit *blaster_bits(Blaster *b, Expr e);

/* A condition (width 1); false: as above. */
bool blaster_lit(Blaster *b, Expr e, Lit *ret);
