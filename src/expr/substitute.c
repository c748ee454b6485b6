/* substitute.c — terms are rebuilt from their kids up, without recursion. */
#include "expr/substitute.h"

#include "expr/expr_impl.h"

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

/* What the term becomes, or none if that is not known yet. */
static Expr known(const Substitution *s, Expr e) {
  u64 id = 0;
  if (expr_kind(e) == EXPR_CONST) return e;
  if (map_get(&s->map, e.id, &id) || expr_arity(e)) return (Expr){(u32)id};
  return e;
}

/* From the kids, if all of theirs are known; pushes those that are not. */
static Expr rebuilt(Substitution *s, Expr e) {
  Expr kids[3] = {0};
  bool is_ready = true, is_same = true;
  for (u32 i = 0; i < expr_arity(e); i++) {
    kids[i] = known(s, expr_kid(e, i));
    is_same &= expr_same(kids[i], expr_kid(e, i));
    if (!expr_is_none(kids[i])) continue;
    vec_push(&s->stack, expr_kid(e, i));
    is_ready = false;
  }
  if (!is_ready) return EXPR_NONE;
  return is_same ? e : expr_with_kids(e, kids);
}

Expr substitute(Substitution *s, Expr e) {
  if (!s->n) return e;
  Expr result = known(s, e);
  if (expr_is_none(result)) vec_push(&s->stack, e);
  while (s->stack.n) {
    Expr at = vec_last(&s->stack);
    result = known(s, at); /* another may have come to it before */
    if (expr_is_none(result)) {
      result = rebuilt(s, at);
      if (expr_is_none(result)) continue;
      map_put(&s->map, at.id, result.id);
    }
    (void)vec_pop(&s->stack);
  }
  return result;
}

Expr substitute_one(Expr e, Expr from, Expr to) {
  Substitution by = {0};
  substitution_put(&by, from, to);
  Expr made = substitute(&by, e);
  substitution_done(&by);
  return made;
}
