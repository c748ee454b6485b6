/* congruence.c — lemmas for pairs of products, quotients and remainders with the same constant.
 *
 * Only terms with a division get lemmas.  The number of pairs is quadratic, so large questions get
 * none.  A lemma that folds to a constant is dropped.
 */
#include "solver/congruence.h"

#include "base/map.h"

enum { MAX_NODES = 4000, MAX_OPERATIONS = 48 };

static bool is_division(Expr e) {
  ExprKind kind = expr_kind(e);
  return kind == EXPR_UDIV || kind == EXPR_SDIV || kind == EXPR_UREM || kind == EXPR_SREM;
}

static bool is_hard(Expr e) {
  return (is_division(e) || expr_kind(e) == EXPR_MUL) && expr_is_const(expr_kid(e, 1)) &&
         !expr_is_value(expr_kid(e, 1), 0);
}

/* The hard operations of the terms, each once; false: there is too much of it. */
static bool operations_of(const Expr *terms, u32 n, ExprVec *ret) {
  Map seen = {0};
  ExprVec nodes = {0};
  vec_append(&nodes, terms, n);
  for (u32 i = 0; i < nodes.n && nodes.n <= MAX_NODES; i++) {
    Expr e = nodes.at[i];
    bool is_fresh;
    map_at(&seen, e.id, &is_fresh);
    if (!is_fresh) continue;
    if (is_hard(e)) vec_push(ret, e);
    for (u32 k = 0; k < expr_arity(e); k++) vec_push(&nodes, expr_kid(e, k));
  }
  bool fits = nodes.n <= MAX_NODES && ret->n <= MAX_OPERATIONS;
  vec_free(&nodes);
  map_done(&seen);
  return fits;
}

static bool is_same_function(Expr a, Expr b) {
  return expr_kind(a) == expr_kind(b) && expr_same(expr_kid(a, 1), expr_kid(b, 1));
}

static void say(ExprVec *ret, Expr lemma) {
  if (!expr_is_const(lemma)) vec_push(ret, lemma);
}

void congruence_lemmas(const Expr *terms, u32 n, ExprVec *ret) {
  ExprVec hard = {0};
  bool has_division = false, fits = operations_of(terms, n, &hard);
  for (u32 i = 0; i < hard.n; i++) has_division |= is_division(hard.at[i]);
  for (u32 i = 0; i < hard.n && fits && has_division; i++) {
    Expr a = hard.at[i];
    if (expr_kind(a) == EXPR_UREM) say(ret, expr_ult(a, expr_kid(a, 1)));
    for (u32 k = i + 1; k < hard.n; k++) {
      Expr b = hard.at[k];
      if (!is_same_function(a, b)) continue;
      say(ret, expr_or(expr_ne(expr_kid(a, 0), expr_kid(b, 0)), expr_eq(a, b)));
    }
  }
  vec_free(&hard);
}
