/* z3_ints.h — in the Z3 process: questions over linear integers. */
#ifndef SOLVER_Z3_Z3_INTS_H
#define SOLVER_Z3_Z3_INTS_H

#include "solver/z3/int_term.h"
#include "solver/z3/wire.h"
#include "solver/z3/z3_lane.h"

typedef struct IntsLevel {
  u32 n_seen, n_vars; /* when the level began */
} IntsLevel;

typedef struct IntsServer {
  Z3_context c; /* owned; NULL: not opened yet */
  Lane lane;
  IntNodes nodes; /* the arena, mirrored */
  AstVec built;   /* the same as Z3 has it; each referenced */
  AstVec roots;   /* of the last question; borrowed from built */
  /* Which nodes and variables the roots reach, a level per root. */
  VEC(u8) is_seen;
  VEC(u32) seen, vars, stack;
  VEC(IntsLevel) levels;
} IntsServer;

void ints_server_done(IntsServer *t); /* a zeroed IntsServer is ready for use */

/* Answers one question of op INTS; see z3_serve.h. */
void ints_server_ask(IntsServer *t, Wire *in, Wire *out);

#endif
