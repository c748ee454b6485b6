/* substitute.c — leaves of a term, and replacing them; no recursion. */
#include "expr/substitute.h"

#include "expr/expr_impl.h"

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

void substitution_done(Substitution *s) {
  map_done(&s->map);
  vec_free(&s->stack);
}

void substitution_clear(Substitution *s) {
  map_clear(&s->map);
  s->n = 0;
}

void substitution_put(Substitution *s, Expr from, Expr to) {
  assert(expr_width(from) == expr_width(to));
  map_put(&s->map, from.id, to.id);
  s->n++;
}

/* The replacement of a kid, or none if it is not known yet. */
static Expr known(const Substitution *s, Expr e) {
  u64 id = 0;
  if (!expr_arity(e) && !map_get(&s->map, e.id, &id)) return e;
  map_get(&s->map, e.id, &id);
  return (Expr){(u32)id};
}

Expr substitute(Substitution *s, Expr e) {
  if (!s->n) return e;
  vec_push(&s->stack, e);
  while (s->stack.n) {
    Expr at = vec_last(&s->stack);
    Expr kids[3] = {0};
    bool is_ready = true, is_same = true;
    for (u32 i = 0; i < expr_arity(at) && expr_is_none(known(s, at)); i++) {
      kids[i] = known(s, expr_kid(at, i));
      if (expr_is_none(kids[i])) {
        vec_push(&s->stack, expr_kid(at, i));
        is_ready = false;
      }
      is_same &= expr_same(kids[i], expr_kid(at, i));
    }
    if (!is_ready) continue;
    (void)vec_pop(&s->stack);
    if (expr_is_none(known(s, at)))
      map_put(&s->map, at.id, is_same ? at.id : expr_with_kids(at, kids).id);
  }
  return known(s, e);
}
