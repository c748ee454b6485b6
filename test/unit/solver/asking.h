/* asking.h — paths of conditions on words, and questions to some stages about them. */
#pragma once

#include "expr/input.h"
#include "solver/solver.h"
#include "unit/unit.h"

static inline Solver *open_solver(const char *stages) {
  SolverConfig config = solver_config_default();
  assert_int_equal(solver_config_stages(&config, stages), OK);
  return solver_new(&config);
}

static inline void add(Context **io, Expr e) { context_extend(io, e, NULL); }

/* *ret_stage, if given: who decided. */
static inline Answer asked_whom(Solver *s, Context *c, Expr e, Stage *ret_stage) {
  Result r = solver_check(s, c, e);
  Answer a = r.answer;
  if (ret_stage) *ret_stage = r.stage;
  result_done(&r);
  return a;
}

static inline Expr word(u32 i) { return expr_var(input_bytes("in", 64), 32 * i, 32); }

static inline Expr number(u64 v) { return expr_const(32, v); }
