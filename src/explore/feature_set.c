/* feature_set.c — recognises core conditions, and numbers them. */
#include "explore/feature_set.h"

#include "expr/input.h"
#include "vm/memory/uninit.h"

#include <string.h>

/* ---- the language -------------------------------------------------------------------------------- */

/* Longer ones are not looked through: their paths share so many terms that it could take for ever. */
enum { MOST_PARTS = 64 };

static bool is_outside(Expr var, const FeatureRules *rules) {
  const InputInfo *in = input_info(expr_input(var));
  if (!strncmp(in->name, UNINIT_PREFIX, strlen(UNINIT_PREFIX))) return false;
  return !rules->only_arguments || strstr(in->name, "arg");
}

/* `is_not`: under a negation.  A single bit is 1 or 0 without an equation. */
static bool is_equal(Expr e, bool is_not, const FeatureRules *rules) {
  if (expr_kind(e) == EXPR_VAR) return is_outside(e, rules);
  if (is_not || expr_kind(e) != EXPR_EQ) return false;
  Expr a = expr_kid(e, 0), b = expr_kid(e, 1);
  if (expr_is_const(a)) return expr_kind(b) == EXPR_VAR && is_outside(b, rules);
  return expr_is_const(b) && expr_kind(a) == EXPR_VAR && is_outside(a, rules);
}

static bool is_row(Expr e, bool is_not, ExprKind by, const FeatureRules *rules, u32 *io_left) {
  if (!*io_left || !--*io_left) return false;
  ExprKind kind = expr_kind(e);
  if (kind == EXPR_NOT) return is_row(expr_kid(e, 0), !is_not, by, rules, io_left);
  if (kind != EXPR_AND && kind != EXPR_OR) return is_equal(e, is_not, rules);
  bool is_by = is_not ? kind != by : kind == by; /* de Morgan */
  return is_by && is_row(expr_kid(e, 0), is_not, by, rules, io_left) &&
         is_row(expr_kid(e, 1), is_not, by, rules, io_left);
}

bool condition_is_core(Expr e, const FeatureRules *rules) {
  u32 left_and = MOST_PARTS, left_or = MOST_PARTS;
  assert(expr_width(e) == 1);
  if (rules->only_arguments) return is_equal(e, false, rules);
  return is_row(e, false, EXPR_AND, rules, &left_and) || is_row(e, false, EXPR_OR, rules, &left_or);
}

/* ---- numbers ------------------------------------------------------------------------------------- */

static void mark(void *user) {
  const Features *f = user;
  for (u32 i = 0; i < f->conditions.n; i++) expr_mark(f->conditions.at[i]);
}

void features_init(Features *f, const FeatureRules *rules) {
  *f = (Features){.rules = *rules};
  expr_roots_add(mark, f);
}

void features_done(Features *f) {
  expr_roots_remove(mark, f);
  map_done(&f->numbers);
  vec_free(&f->conditions);
  vec_free(&f->list);
  vec_free(&f->stamps);
}

static const ExprVec *list(Features *f, const Context *c) {
  vec_clear(&f->list);
  context_list(c, &f->list);
  if (f->rules.max_conditions) f->list.n = MIN(f->list.n, f->rules.max_conditions);
  f->n_calls++;
  return &f->list;
}

static void add_once(Features *f, u32 number, U32Vec *ret) {
  if (f->stamps.at[number] == f->n_calls) return;
  f->stamps.at[number] = f->n_calls;
  vec_push(ret, number);
}

static u32 number_of(Features *f, Expr e) {
  bool is_new;
  u64 *number = map_at(&f->numbers, e.id, &is_new);
  if (is_new) {
    *number = f->conditions.n;
    vec_push(&f->conditions, e);
    vec_push(&f->stamps, 0);
  }
  return (u32)*number;
}

void features_learn(Features *f, const Context *c, U32Vec *ret) {
  const ExprVec *all = list(f, c);
  for (u32 i = 0; i < all->n; i++)
    if (condition_is_core(all->at[i], &f->rules)) add_once(f, number_of(f, all->at[i]), ret);
}

void features_find(Features *f, const Context *c, U32Vec *ret) {
  const ExprVec *all = list(f, c);
  for (u32 i = 0; i < all->n; i++) {
    u64 number;
    if (map_get(&f->numbers, all->at[i].id, &number)) add_once(f, (u32)number, ret);
  }
}
