/* smt_macro.c — define-fun with parameters: the body is parsed once, over
 * inputs that stand for the parameters; a use replaces those inputs.
 *
 * Parsing the body again at each use would let a let around the use capture
 * names of the body, and nested definitions would grow exponentially.  The
 * inputs are the same for all macros: a replacement never looks into what it
 * has put in, so the formals of one macro may be arguments of another.
 */
#include "expr/input.h"
#include "expr/smt_impl.h"

#include <stdio.h>
#include <string.h>

Expr macro_formal(u32 i, Sort sort) {
  char name[32]; /* a backslash is in no symbol of a script */
  snprintf(name, sizeof name, "\\%u", i + 1);
  switch (sort.kind) {
  case SORT_BOOL:
    return expr_var(input_bool(name), 0, 1);
  case SORT_BITS:
    return expr_var(input_bits(name, sort.width), 0, sort.width);
  case SORT_ARRAY:
    break;
  }
  return expr_array_input(input_array(name, sort.index_width, sort.width));
}

/* The term of e's kind over other kids. */
static Expr rebuild(Expr e, const Expr *kids) {
  ExprKind kind = expr_kind(e);
  switch ((int)kind) {
  case EXPR_NOT:
    return expr_not(kids[0]);
  case EXPR_NEG:
    return expr_neg(kids[0]);
  case EXPR_EXTRACT:
    return expr_extract(kids[0], expr_extract_low(e), expr_width(e));
  case EXPR_ZEXT:
    return expr_zext(kids[0], expr_width(e));
  case EXPR_SEXT:
    return expr_sext(kids[0], expr_width(e));
  case EXPR_ITE:
    return expr_ite(kids[0], kids[1], kids[2]);
  case EXPR_SELECT:
    return expr_select(kids[0], kids[1]);
  case EXPR_STORE:
    return expr_store(kids[0], kids[1], kids[2]);
  case EXPR_ARRAY_FILL:
    return expr_array_fill(expr_index_width(e), kids[0]);
  }
  assert(expr_arity(e) == 2);
  return expr_binary(kind, kids[0], kids[1]);
}

/* A slice of a formal is that slice of its argument. */
static Expr replace_leaf(const Macro *m, const Term *args, Expr leaf) {
  ExprKind kind = expr_kind(leaf);
  if (kind != EXPR_VAR && kind != EXPR_ARRAY_INPUT) return leaf;
  for (u32 i = 0; i < m->n; i++) {
    if (expr_input(m->formals[i].e).id != expr_input(leaf).id) continue;
    if (kind == EXPR_ARRAY_INPUT) return args[i].e;
    return expr_extract(args[i].e, expr_var_low(leaf), expr_width(leaf));
  }
  return leaf;
}

Expr macro_expand(const Macro *m, const Term *args) {
  Map done = {0}; /* term → its replacement */
  ExprVec stack = {0};
  vec_push(&stack, m->body.e);
  while (stack.n) {
    Expr e = vec_last(&stack), kids[3];
    u64 known;
    bool ready = true;
    for (u32 i = 0; i < expr_arity(e); i++) {
      if (map_get(&done, expr_kid(e, i).id, &known)) {
        kids[i] = (Expr){(u32)known};
      } else {
        vec_push(&stack, expr_kid(e, i));
        ready = false;
      }
    }
    if (!ready) continue;
    stack.n--;
    if (map_get(&done, e.id, &known)) continue; /* was on the stack twice */
    map_put(&done, e.id, (expr_arity(e) ? rebuild(e, kids) : replace_leaf(m, args, e)).id);
  }
  u64 result = 0;
  map_get(&done, m->body.e.id, &result);
  map_done(&done);
  vec_free(&stack);
  return (Expr){(u32)result};
}

Macro *macro_free(Macro *m) {
  if (!m) return NULL;
  mem_free(m->formals);
  return mem_free(m);
}
