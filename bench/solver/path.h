/* path.h — the path that a program takes on one concrete input, as conditions
 * over symbolic words.
 *
 * A workload is the program itself, written over terms: where it would branch
 * it calls path_branch, which says where the concrete input goes and records
 * the condition that holds there.  So every solver is given the same path, and
 * the input chosen by the workload is what makes it the worst one.
 */
#pragma once

#include "expr/model.h"

typedef struct Step {
  Expr holds;
  bool is_branch; /* its other side is a question, too; else an assumption */
} Step;

typedef struct Path {
  Input in;     /* the program's input, as bytes */
  Model *input; /* owned; the concrete input … */
  Eval *eval;   /* owned; … and what terms are under it */
  VEC(Step) steps;
  u32 n_branches;
} Path;

void path_init(Path *p, u32 n_bytes); /* input bytes; all zero */
void path_done(Path *p);

/* Word or byte number i of the input, which is `value` in the concrete one. */
Expr path_int(Path *p, u32 i, int value);
Expr path_byte(Path *p, u32 i, u8 value);

/* A condition that the program's input has from the start. */
void path_assume(Path *p, Expr e);

/* Which way the program goes.  A condition that does not depend on the input is
 * no branch. */
bool path_branch(Path *p, Expr e);
