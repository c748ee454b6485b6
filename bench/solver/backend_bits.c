/* backend_bits.c — plain Z3 over bit-vectors and arrays.
 *
 * The solver for QF_ABV: of Z3 4.8.12's simple solver and those for QF_BV, QF_ABV and
 * QF_AUFBV, the last two take least on the quick sizes, within noise of each other.
 * CPU seconds, median of three runs:
 *
 *                     simple    QF_BV   QF_ABV  QF_AUFBV
 *   sort, N = 20       1.03     0.487    0.306    0.245
 *   heap, N = 50       1.00     0.612    0.346    0.315
 *   tree, N = 10       0.192    0.262    0.091    0.081
 *   dijkstra, N = 6    0.027    0.122    0.013    0.015
 *   ctype, N = 50      0.095    0.065    0.066    0.073
 */
#include "base/clock.h"
#include "bench/solver/z3_path.h"
#include "test/z3/z3_build.h"

static Z3_ast condition(void *self, Expr e) { return z3_build_bool(self, e); }

static void follow(const Path *p, const char *stages, Measured *out) {
  (void)stages;
  Z3_context c = z3_path_context();
  Z3_solver s = Z3_mk_solver_for_logic(c, Z3_mk_string_symbol(c, "QF_ABV"));
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
