/* congruence.c — lemmas for pairs of products, quotients and remainders with the same constant.
 *
 * Only terms with a division get lemmas.  The number of pairs is quadratic, so large questions get
 * none.  A lemma that folds to a constant is dropped.
 */
#include "solver/bits/congruence.h"

#include "expr/nodes.h"

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
  ExprVec nodes = {0};
  bool fits = expr_all_nodes(terms, n, MAX_NODES, &nodes);
  for (u32 i = 0; i < nodes.n && fits; i++)
    if (is_hard(nodes.at[i])) vec_push(ret, nodes.at[i]);
  vec_free(&nodes);
  return fits && ret->n <= MAX_OPERATIONS;
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
      if (expr_kind(a) != expr_kind(b) || !expr_same(expr_kid(a, 1), expr_kid(b, 1))) continue;
      say(ret, expr_or(expr_ne(expr_kid(a, 0), expr_kid(b, 0)), expr_eq(a, b)));
    }
  }
  vec_free(&hard);
}
