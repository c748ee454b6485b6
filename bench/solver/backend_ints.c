/* backend_ints.c — plain Z3 over linear integers: sums and comparisons of words,
 * taken for integers.  Where a path has anything else the backend does not apply.
 *
 * The solver for QF_LIA; the simple one and that for QF_IDL (which sums are not) are
 * within 20 % of it in CPU time on the quick sizes, Z3 4.8.12.
 */
#include "base/clock.h"
#include "base/map.h"
#include "bench/solver/z3_path.h"

typedef struct Ints {
  Z3_context c;     /* owned */
  Z3_solver s;      /* owned */
  Map built;        /* expr id → the index in asts, from 1 */
  VEC(Z3_ast) asts; /* each referenced */
  ExprVec stack;    /* of the translation */
} Ints;

static Z3_ast find(Ints *t, Expr e) {
  u64 *at = map_find(&t->built, e.id);
  return at ? t->asts.at[*at - 1] : NULL;
}

static void keep(Ints *t, Expr e, Z3_ast a) {
  Z3_inc_ref(t->c, a);
  vec_push(&t->asts, a);
  *map_at(&t->built, e.id, NULL) = t->asts.n;
}

static Z3_ast variable(Ints *t, Expr e) {
  Z3_symbol name = Z3_mk_int_symbol(t->c, (int)expr_var_low(e));
  return Z3_mk_const(t->c, name, Z3_mk_int_sort(t->c));
}

/* Constants are signed numbers: so are the words of our workloads. */
static Z3_ast constant(Ints *t, Expr e) {
  u32 unused = 64 - expr_width(e);
  return Z3_mk_int64(t->c, (i64)(expr_value(e) << unused) >> unused, Z3_mk_int_sort(t->c));
}

/* NULL: not a kind that linear integers have. */
static Z3_ast translate(Ints *t, Expr e, const Z3_ast *kids) {
  bool is_bool = expr_width(e) == 1;
  switch ((int)expr_kind(e)) {
  case EXPR_CONST:
    return is_bool ? NULL : constant(t, e);
  case EXPR_VAR:
    return is_bool ? NULL : variable(t, e);
  case EXPR_NOT:
    return is_bool ? Z3_mk_not(t->c, kids[0]) : NULL;
  case EXPR_NEG:
    return Z3_mk_unary_minus(t->c, kids[0]);
  case EXPR_ADD:
    return Z3_mk_add(t->c, 2, kids);
  case EXPR_EQ:
    return Z3_mk_eq(t->c, kids[0], kids[1]);
  case EXPR_SLT:
    return Z3_mk_lt(t->c, kids[0], kids[1]);
  default:
    return NULL;
  }
}

/* Translates the top of the stack, or puts what it needs first on top of it. */
static bool advance(Ints *t) {
  Expr e = vec_last(&t->stack);
  u32 n_before = t->stack.n, arity = expr_arity(e);
  Z3_ast kids[3] = {0};
  for (u32 i = 0; i < arity && !find(t, e); i++) {
    kids[i] = find(t, expr_kid(e, i));
    if (!kids[i]) vec_push(&t->stack, expr_kid(e, i));
  }
  if (t->stack.n > n_before) return true;
  Z3_ast a = find(t, e) ? NULL : translate(t, e, kids);
  if (!a && !find(t, e)) return false;
  if (a) keep(t, e, a);
  (void)vec_pop(&t->stack);
  return true;
}

static Z3_ast condition(void *self, Expr e) {
  Ints *t = self;
  vec_push(&t->stack, e);
  while (t->stack.n)
    if (!advance(t)) return NULL;
  return find(t, e);
}

static void follow(const Path *p, const char *stages, Measured *out) {
  (void)stages;
  Ints t = {.c = z3_path_context()};
  t.s = Z3_mk_solver_for_logic(t.c, Z3_mk_string_symbol(t.c, "QF_LIA"));
  Z3_solver_inc_ref(t.c, t.s);
  u64 start = clock_ns();
  z3_path_follow(t.c, t.s, p, condition, &t, out);
  out->n_ns = clock_ns() - start;
  for (u32 i = 0; i < t.asts.n; i++) Z3_dec_ref(t.c, t.asts.at[i]);
  Z3_solver_dec_ref(t.c, t.s);
  Z3_del_context(t.c);
  map_done(&t.built);
  vec_free(&t.asts);
  vec_free(&t.stack);
}

const Backend backend_ints = {"Z3 ints", follow};
