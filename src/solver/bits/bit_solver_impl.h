/* bit_solver_impl.h — shared by bit_solver.c and bit_reads.c only. */
#pragma once

#include "solver/bits/bit_solver.h"
#include "solver/linear/gf2.h"

struct BitSolver {
  Blaster blaster;
  Sat *sat;        /* owned; NULL until needed */
  u32 n_forgotten; /* of the blaster, when it was made */
  Eval *eval;      /* owned */

  /* What is true of a read, found when a model had it wrong; kept with the circuit. */
  VEC(LitVec) lemmas; /* by read */
  U32Vec n_instances; /* by read: lemmas about one index each */
  Map is_added;       /* lemma → it is in the clauses */

  /* The current question. */
  LitVec roots;
  LitVec assumed; /* the roots, and what follows from them */
  Gf2 sums;       /* of the roots below */
  LitVec summed;
  Gf2Outcome outcome;
  U32Vec stamps, read_stamps; /* by gate and by read: the walk that saw it last */
  u32 stamp;
  U32Vec todo;    /* gates to walk */
  U32Vec gates;   /* of the cone */
  LitVec implied; /* what always holds, and helps with these */
  U32Vec reads;   /* in the cone, ascending once sorted */
  Map reader_of;  /* hash of a sparse array and an index → 1 + the read that gave the element */
};

/* Sets the elements of sparse arrays as the reads of the cone have them, whose bits are in the clauses. */
void bit_reads_to_model(BitSolver *s, Model *io_model);

typedef enum Refined {
  READS_RIGHT,   /* the model gives each read the value that the clauses gave it */
  READS_REFINED, /* it does not, and there are new lemmas that say so */
  READS_FAILED,  /* it does not, and nothing new can be said; or it would be too large */
} Refined;
Refined bit_reads_refine(BitSolver *s, const Model *m);
