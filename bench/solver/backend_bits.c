/* backend_bits.c — plain Z3 over bit-vectors and arrays.
 *
 * The simple solver was the fastest on orders and sums of it, Z3's default solver
 * and those for QF_BV, QF_ABV and QF_UFBV; only on the tables of crc_table and ctype
 * was QF_BV better, 2 to 6 times (bench-solver --quick, Z3 4.8.12). */
#include "base/clock.h"
#include "bench/solver/z3_path.h"
#include "solver/z3_build.h"

static Z3_ast condition(void *self, Expr e) {
  return z3_build_bool(self, e);
}

static void follow(const Path *p, const char *stages, Measured *out) {
  (void)stages;
  Z3_context c = z3_path_context();
  Z3_solver s = Z3_mk_simple_solver(c);
  Z3_solver_inc_ref(c, s);
  u64 start = clock_ns();
  Z3Build *build = z3_build_new(c);
  z3_path_follow(c, s, p, condition, build, out);
  out->n_ns = clock_ns() - start;
  z3_build_free(build);
  Z3_solver_dec_ref(c, s);
  Z3_del_context(c);
}

const Backend backend_bits = {"Z3 bits", follow};
