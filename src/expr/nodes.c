/* nodes.c — walks over terms with a list of what was seen; no recursion. */
#include "expr/nodes.h"

#include "base/map.h"

static void add_fresh(Map *seen, Expr e, ExprVec *ret) {
  bool is_fresh;
  map_at(seen, e.id, &is_fresh);
  if (is_fresh) vec_push(ret, e);
}

bool expr_all_nodes(const Expr *terms, u32 n, u32 max, ExprVec *ret) {
  Map seen = {0};
  u32 from = ret->n;
  for (u32 i = 0; i < n; i++) add_fresh(&seen, terms[i], ret);
  for (u32 i = from; i < ret->n && ret->n - from <= max; i++) {
    Expr e = ret->at[i];
    for (u32 k = 0; k < expr_arity(e); k++) add_fresh(&seen, expr_kid(e, k), ret);
  }
  map_done(&seen);
  return ret->n - from <= max;
}

void expr_leaves(Expr e, ExprVec *ret) {
  Map seen = {0};
  ExprVec stack = {0};
  vec_push(&stack, e);
  while (stack.n) {
    Expr at = vec_pop(&stack);
    bool fresh;
    map_at(&seen, at.id, &fresh);
    if (!fresh) continue;
    ExprKind kind = expr_kind(at);
    if (kind == EXPR_VAR || kind == EXPR_ARRAY_INPUT) vec_push(ret, at);
    for (u32 i = 0; i < expr_arity(at); i++) vec_push(&stack, expr_kid(at, i));
  }
  map_done(&seen);
  vec_free(&stack);
}
