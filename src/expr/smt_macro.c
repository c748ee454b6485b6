/* smt_macro.c — define-fun with parameters: the body is parsed once, over
 * inputs that stand for the parameters; a use replaces those inputs.
 *
 * Parsing the body again at each use would let a let around the use capture
 * names of the body, and nested definitions would grow exponentially.  The
 * inputs are the same for all macros: a replacement never looks into what it
 * has put in, so the formals of one macro may be arguments of another.
 */
#include "expr/input.h"
#include "expr/nodes.h"
#include "expr/smt_impl.h"
#include "expr/substitute.h"

#include <stdio.h>

Expr macro_formal(u32 i, Sort sort) {
  char name[32]; /* a backslash is in no symbol of a script */
  snprintf(name, sizeof name, "\\%u", i + 1);
  return sort_input(name, sort);
}

/* What stands for a leaf of the body: a slice of a formal is that slice of its
 * argument. */
static Expr replacement(const Macro *m, const Term *args, Expr leaf) {
  for (u32 i = 0; i < m->n; i++) {
    if (expr_input(m->formals[i].e).id != expr_input(leaf).id) continue;
    if (expr_kind(leaf) == EXPR_ARRAY_INPUT) return args[i].e;
    return expr_extract(args[i].e, expr_var_low(leaf), expr_width(leaf));
  }
  return EXPR_NONE;
}

Expr macro_expand(const Macro *m, const Term *args) {
  ExprVec leaves = {0};
  Substitution s = {0};
  expr_leaves(m->body.e, &leaves);
  for (u32 i = 0; i < leaves.n; i++) {
    Expr to = replacement(m, args, leaves.at[i]);
    if (!expr_is_none(to)) substitution_put(&s, leaves.at[i], to);
  }
  Expr result = substitute(&s, m->body.e);
  substitution_done(&s);
  vec_free(&leaves);
  return result;
}

Macro *macro_free(Macro *m) {
  if (!m) return NULL;
  mem_free(m->formals);
  vec_free(&m->steps);
  vec_free(&m->pieces);
  return mem_free(m);
}
