/* z3_ints.c — answers questions over linear integers in the Z3 process.
 *
 * The logic and the arithmetic: measured on a host of 2 cores with Z3 4.8.12,
 * both sides of each branch asked on a growing path, milliseconds (arith is the
 * parameter smt.arith.solver: 6 is this Z3's default, 2 its older simplex):
 *
 *                            simple, 6   QF_LIA, 6   simple, 2   QF_LIA, 2
 *   insertion sort, N = 20        45          35          34          27
 *   insertion sort, N = 50       963         919         732         568
 *   sums along paths             4.6         4.2         7.4         3.8
 *   300 separate bytes           817         615         549         345
 */
#include "solver/z3/z3_ints.h"

#include "solver/z3/z3_serve_impl.h"

#include <string.h>

static void open_ints(IntsServer *t) {
  if (t->c) return;
  Z3_global_param_set("smt.arith.solver", "2");
  t->c = z3_serve_context();
  t->lane = (Lane){.c = t->c, .logic = "QF_LIA"};
}

static Z3_ast make_node(IntsServer *t, const IntNode *n) {
  Z3_context c = t->c;
  Z3_sort ints = Z3_mk_int_sort(c);
  u32 limit = t->built.n;
  Z3_ast a = n->a < limit ? t->built.at[n->a] : NULL, b = n->b < limit ? t->built.at[n->b] : NULL;
  Z3_ast pair[2] = {a, b};
  switch (n->op) {
  case INT_VAR:
    return Z3_mk_const(c, Z3_mk_int_symbol(c, (int)n->k), ints);
  case INT_CONST:
    return Z3_mk_int64(c, n->k, ints);
  case INT_ADD:
    return Z3_mk_add(c, 2, pair);
  case INT_SCALE:
    pair[1] = Z3_mk_int64(c, n->k, ints); /* the last result stays alive for one more call */
    return Z3_mk_mul(c, 2, pair);
  case INT_ITE:
    return Z3_mk_ite(c, a, b, t->built.at[n->c]);
  case INT_TRUE:
    return Z3_mk_true(c);
  case INT_LE:
    return Z3_mk_le(c, a, b);
  case INT_EQ:
    return Z3_mk_eq(c, a, b);
  case INT_NOT:
    return Z3_mk_not(c, a);
  case INT_AND:
    return Z3_mk_and(c, 2, pair);
  case INT_OR:
    return Z3_mk_or(c, 2, pair);
  }
  die(__FILE__, __LINE__, "no such operation on integers: %d", (int)n->op);
}

static void get_nodes(IntsServer *t, Wire *in) {
  u32 count = wire_get_u32(in);
  for (u32 i = 0; i < count; i++) {
    const u8 *raw = wire_get(in, sizeof(IntNode));
    if (!raw) return;
    IntNode n;
    memcpy(&n, raw, sizeof n);
    Z3_ast a = make_node(t, &n);
    Z3_inc_ref(t->c, a);
    vec_push(&t->built, a);
    vec_push(&t->nodes, n);
  }
  vec_resize(&t->is_seen, t->nodes.n);
}

/* ---- what the roots mention ---------------------------------------------- */

static u32 kids_of(const IntNode *n, u32 *ret_kids) {
  static const u8 arities[] = {
      [INT_VAR] = 0, [INT_CONST] = 0, [INT_ADD] = 2, [INT_SCALE] = 1, [INT_ITE] = 3, [INT_TRUE] = 0,
      [INT_LE] = 2,  [INT_EQ] = 2,    [INT_NOT] = 1, [INT_AND] = 2,   [INT_OR] = 2,
  };
  ret_kids[0] = n->a;
  ret_kids[1] = n->b;
  ret_kids[2] = n->c;
  return arities[n->op];
}

static void reach(IntsServer *t, u32 node) {
  if (t->is_seen.at[node]) return;
  t->is_seen.at[node] = 1;
  vec_push(&t->seen, node);
  vec_push(&t->stack, node);
}

static void push_root(IntsServer *t, u32 root) {
  CHECK(root < t->nodes.n, "the integer term %u was not sent", root);
  vec_push(&t->roots, t->built.at[root]);
  vec_push(&t->levels, ((IntsLevel){t->seen.n, t->vars.n}));
  reach(t, root);
  while (t->stack.n) {
    IntNode n = t->nodes.at[vec_pop(&t->stack)];
    if (n.op == INT_VAR) vec_push(&t->vars, (u32)n.k);
    u32 kids[3], n_kids = kids_of(&n, kids);
    for (u32 i = 0; i < n_kids; i++) reach(t, kids[i]);
  }
}

static void pop_roots(IntsServer *t, u32 keep) {
  if (keep >= t->levels.n) return;
  IntsLevel to = t->levels.at[keep];
  while (t->seen.n > to.n_seen) t->is_seen.at[vec_pop(&t->seen)] = 0;
  t->vars.n = to.n_vars;
  t->levels.n = t->roots.n = keep;
}

/* ---- questions ----------------------------------------------------------- */

static bool put_values(IntsServer *t, Z3_model m, Wire *out) {
  wire_put_u32(out, t->vars.n);
  for (u32 i = 0; i < t->vars.n; i++) {
    Z3_sort ints = Z3_mk_int_sort(t->c);
    Z3_ast var = Z3_mk_const(t->c, Z3_mk_int_symbol(t->c, (int)t->vars.at[i]), ints), value;
    i64 k;
    if (!Z3_model_eval(t->c, m, var, true, &value)) return false;
    if (Z3_get_ast_kind(t->c, value) != Z3_NUMERAL_AST) return false;
    if (!Z3_get_numeral_int64(t->c, value, &k)) return false;
    wire_put_u32(out, t->vars.at[i]);
    wire_put_u64(out, (u64)k);
  }
  return true;
}

static void answer_ints(IntsServer *t, u32 timeout_ms, Wire *out) {
  Reason reason = REASON_NONE;
  Answer answer = lane_check(&t->lane, t->roots.at, t->roots.n, timeout_ms, &reason);
  z3_serve_reply(out, answer, reason, false);
  if (answer != ANSWER_YES) return;
  Z3_model m = lane_model(&t->lane);
  bool ok = put_values(t, m, out);
  Z3_model_dec_ref(t->c, m);
  if (ok) return;
  wire_clear(out);
  z3_serve_reply(out, ANSWER_UNKNOWN, REASON_GAVE_UP, false);
}

void ints_server_done(IntsServer *t) {
  lane_done(&t->lane);
  for (u32 i = 0; i < t->built.n; i++) Z3_dec_ref(t->c, t->built.at[i]);
  if (t->c) Z3_del_context(t->c);
  vec_free(&t->nodes);
  vec_free(&t->built);
  vec_free(&t->roots);
  vec_free(&t->is_seen);
  vec_free(&t->seen);
  vec_free(&t->vars);
  vec_free(&t->stack);
  vec_free(&t->levels);
  *t = (IntsServer){0};
}

void ints_server_ask(IntsServer *t, Wire *in, Wire *out) {
  if (wire_get_u8(in)) ints_server_done(t);
  open_ints(t);
  get_nodes(t, in);
  u32 timeout_ms = wire_get_u32(in), keep = wire_get_u32(in), n = wire_get_u32(in);
  CHECK(keep <= t->roots.n, "a prefix of %u of %u roots", keep, t->roots.n);
  pop_roots(t, keep);
  for (u32 i = keep; i < n && !in->failed; i++) push_root(t, wire_get_u32(in));
  CHECK(!in->failed, "a question was cut short");
  answer_ints(t, timeout_ms, out);
}
