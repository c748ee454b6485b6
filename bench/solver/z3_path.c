/* z3_path.c — see z3_path.h. */
#include "bench/solver/z3_path.h"

static void fail(Z3_context c, Z3_error_code code) {
  die(__FILE__, __LINE__, "Z3: %s", Z3_get_error_msg(c, code));
}

Z3_context z3_path_context(void) {
  Z3_config config = Z3_mk_config();
  Z3_context c = Z3_mk_context(config);
  Z3_del_config(config);
  Z3_set_error_handler(c, fail);
  return c;
}

static void ask(Z3_context c, Z3_solver s, Z3_ast other, Measured *out) {
  Z3_solver_push(c, s);
  Z3_solver_assert(c, s, other);
  Z3_lbool a = Z3_solver_check(c, s);
  out->n_yes += a == Z3_L_TRUE;
  out->n_no += a == Z3_L_FALSE;
  out->n_unknown += a == Z3_L_UNDEF;
  Z3_solver_pop(c, s, 1);
}

void z3_path_follow(Z3_context c, Z3_solver s, const Path *p,
                    Z3_ast (*condition)(void *self, Expr e), void *self, Measured *out) {
  for (u32 i = 0; i < p->steps.n; i++) {
    Step step = p->steps.at[i];
    Z3_ast holds = condition(self, step.holds);
    if (!holds) return;
    if (step.is_branch) ask(c, s, Z3_mk_not(c, holds), out);
    Z3_solver_assert(c, s, holds);
  }
  CHECK(Z3_solver_check(c, s) != Z3_L_FALSE, "Z3 says that a real path is infeasible");
  out->applies = true;
}
