/* z3_lane.h — one warm solver of Z3: it holds the last sequence of constraints,
 * one scope each, and goes to the next by undoing to their common prefix.  What
 * is too hard for it gets a fresh one without scopes. */
#ifndef SOLVER_Z3_Z3_LANE_H
#define SOLVER_Z3_Z3_LANE_H

#include "base/vec.h"
#include "solver/answer.h"

#include <z3.h>

typedef VEC(Z3_ast) AstVec;

typedef struct Lane {
  Z3_context c;       /* borrowed */
  const char *logic;  /* borrowed, of static storage */
  Z3_solver solver;   /* owned; NULL: none at the moment */
  bool is_easy;       /* the solver counts steps, not time */
  bool is_cold;       /* the solver is a fresh one for the last question only */
  bool takes_guesses; /* the caller validates models */
  void (*add_lemmas)(void *user, Z3_solver s); /* that Z3 would not find for a guess; NULL: none */
  void *lemmas_user;                           /* borrowed */
  bool is_guess;                               /* the last YES is only a candidate for a model */
  AstVec asserted; /* borrowed from the caller, who keeps them referenced */
} Lane;

void lane_done(Lane *l); /* a Lane of c and logic, else zeroed, is ready for use */

/* Are the n Bools satisfiable together?  UINT32_MAX: no time-out.  A YES may be a guess
 * (is_guess) where those are taken.  Unknown empties the solver: a search that was cut off is not one to build on. */
Answer lane_check(Lane *l, const Z3_ast *terms, u32 n, u32 timeout_ms, Reason *ret_reason);

/* The model of the YES just answered; owned: Z3_model_dec_ref. */
Z3_model lane_model(Lane *l);

/* A fresh solver for the logic with this time-out; owned: Z3_solver_dec_ref. */
Z3_solver lane_solver_new(Z3_context c, const char *logic, u32 timeout_ms);

/* Why this solver has just said unknown. */
Reason lane_reason(Z3_context c, Z3_solver s);

#endif
