/* z3_bits.h — in the Z3 process: questions over bit-vectors and arrays. */
#ifndef SOLVER_Z3_Z3_BITS_H
#define SOLVER_Z3_Z3_BITS_H

#include "solver/mention.h"
#include "solver/z3/wire.h"
#include "solver/z3/z3_build.h"
#include "solver/z3/z3_lane.h"

typedef struct BitsServer {
  Z3_context c;   /* owned; NULL: not opened yet */
  Z3Build *build; /* owned */
  Lane lane;
  Mention mention;
  ExprVec own;      /* by handle of the asking side: the same term here */
  ExprVec sequence; /* the terms of the last question */
  AstVec sequence3; /* the same as Z3 has them */
} BitsServer;

void bits_server_done(BitsServer *b); /* a zeroed BitsServer is ready for use */

/* Answers one question of ops BITS or CORE; see z3_serve.h. */
void bits_server_ask(BitsServer *b, bool wants_core, Wire *in, Wire *out);

#endif
