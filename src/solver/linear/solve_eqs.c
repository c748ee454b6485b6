/* solve_eqs.c — simplifies a conjunction step by step, and undoes the steps in a model.
 *
 * The steps are: drop signs, take an equation apart, solve one for a word, replace a term by its
 * constant, free a word, name products, take out bits that are given.  The first step that applies
 * is done, and then all terms are surveyed again; the numbers of steps and of nodes are limited.
 * Each solved word is logged with the term that it is equal to, and equations_complete evaluates the
 * log from its end.
 */
#include "solver/linear/solve_eqs.h"

#include "base/clock.h"
#include "expr/input.h"
#include "expr/nodes.h"
#include "expr/substitute.h"
#include "expr/value.h"

enum {
  MAX_NODES = 4000, /* of a conjunction; each step walks over all of them */
  MAX_STEPS = 100,
  MAX_WIDTH = 64,
};

void equations_done(Equations *s) {
  vec_free(&s->terms);
  vec_free(&s->solved);
  vec_free(&s->nodes);
  map_done(&s->n_uses);
  map_done(&s->parent);
}

bool equations_is_false(const Equations *s) {
  return s->terms.n == 1 && expr_is_value(s->terms.at[0], 0);
}

/* ---- the terms ----------------------------------------------------------------------------------- */

#ifndef NDEBUG
/* No conjunction, no constant but a single `false`.  Called by asserts only. */
static bool is_tidy(const Equations *s) {
  for (u32 i = 0; i < s->terms.n; i++) {
    Expr e = s->terms.at[i];
    if (expr_width(e) != 1 || expr_kind(e) == EXPR_AND) return false;
    if (expr_is_const(e) && !equations_is_false(s)) return false;
  }
  return true;
}
#endif

/* Conjunctions are taken apart; what is true goes, and nothing stays beside what is false. */
static void tidy(Equations *s) {
  ExprVec todo = s->terms;
  s->terms = (ExprVec){0};
  while (todo.n) {
    Expr e = vec_pop(&todo);
    ExprKind kind = expr_kind(e);
    bool is_none_of = kind == EXPR_NOT && expr_kind(expr_kid(e, 0)) == EXPR_OR;
    if (kind == EXPR_AND) {
      vec_push(&todo, expr_kid(e, 0));
      vec_push(&todo, expr_kid(e, 1));
    } else if (is_none_of) {
      vec_push(&todo, expr_not(expr_kid(expr_kid(e, 0), 0)));
      vec_push(&todo, expr_not(expr_kid(expr_kid(e, 0), 1)));
    } else if (expr_is_value(e, 0)) {
      vec_clear(&todo);
      vec_clear(&s->terms);
      vec_push(&s->terms, e);
    } else if (!expr_is_const(e)) {
      vec_push(&s->terms, e);
    }
  }
  vec_free(&todo);
  assert(is_tidy(s));
}

/* All nodes and how often each is used; false: too many. */
static bool survey(Equations *s) {
  vec_clear(&s->nodes);
  map_clear(&s->n_uses);
  map_clear(&s->parent);
  if (!expr_all_nodes(s->terms.at, s->terms.n, MAX_NODES, &s->nodes)) return false;
  for (u32 i = 0; i < s->terms.n; i++) ++*map_at(&s->n_uses, s->terms.at[i].id, NULL);
  for (u32 i = 0; i < s->nodes.n; i++) {
    Expr e = s->nodes.at[i];
    for (u32 k = 0; k < expr_arity(e); k++) {
      ++*map_at(&s->n_uses, expr_kid(e, k).id, NULL);
      map_put(&s->parent, expr_kid(e, k).id, e.id);
    }
  }
  return true;
}

/* Does a leaf read a bit of the word? */
static bool overlaps(Expr leaf, Expr var) {
  ExprKind kind = expr_kind(leaf);
  if (kind != EXPR_VAR && kind != EXPR_ARRAY_INPUT) return false;
  if (expr_input(leaf).id != expr_input(var).id) return false;
  if (kind == EXPR_ARRAY_INPUT) return true;
  u32 low = expr_var_low(leaf), other = expr_var_low(var);
  return low < other + expr_width(var) && other < low + expr_width(leaf);
}

/* No other leaf reads its bits. */
static bool is_own(const Equations *s, Expr var) {
  for (u32 i = 0; i < s->nodes.n; i++)
    if (!expr_same(s->nodes.at[i], var) && overlaps(s->nodes.at[i], var)) return false;
  return true;
}

static bool reads(Expr e, Expr var) {
  ExprVec leaves = {0};
  bool found = false;
  expr_leaves(e, &leaves);
  for (u32 i = 0; i < leaves.n; i++) found |= overlaps(leaves.at[i], var);
  vec_free(&leaves);
  return found;
}

static void replace_all(Equations *s, Substitution *by) {
  for (u32 i = 0; i < s->terms.n; i++) s->terms.at[i] = substitute(by, s->terms.at[i]);
  tidy(s);
}

static void replace(Equations *s, Expr from, Expr to) {
  assert(expr_width(from) == expr_width(to));
  Substitution by = {0};
  substitution_put(&by, from, to);
  replace_all(s, &by);
  substitution_done(&by);
}

/* ---- inverse operations, as terms ---------------------------------------------------------------- */

static bool is_odd(Expr e) {
  return expr_is_const(e) && expr_width(e) <= MAX_WIDTH && (expr_value(e) & 1);
}

/* The value of kid k for which e is equal to `is`.  There is one for every value of the other kid;
 * EXPR_NONE: e is not such an operation. */
static Expr undone(Expr e, u32 k, Expr is) {
  assert(k < expr_arity(e) && expr_width(is) == expr_width(e));
  Expr other = expr_arity(e) == 2 ? expr_kid(e, 1 - k) : EXPR_NONE;
  switch ((int)expr_kind(e)) {
  case EXPR_NOT:
    return expr_not(is);
  case EXPR_NEG:
    return expr_neg(is);
  case EXPR_ADD:
    return expr_sub(is, other);
  case EXPR_XOR:
    return expr_xor(is, other);
  case EXPR_MUL:
    if (!is_odd(other)) return EXPR_NONE;
    return expr_mul(is, expr_const(expr_width(e), value_inverse_of_odd(expr_value(other))));
  default:
    return EXPR_NONE;
  }
}

/* ---- equations ----------------------------------------------------------------------------------- */

/* table[i] = c with c at one place only: i is that place.  EXPR_NONE: it is something else. */
static Expr index_for(Expr select, Expr is) {
  Expr array = expr_kid(select, 0), index = expr_kid(select, 1);
  if (expr_kind(array) != EXPR_ARRAY_TABLE || !expr_is_const(is)) return EXPR_NONE;
  u32 n, n_found = 0, at = 0;
  const u64 *entries = expr_table(array, &n);
  u64 wanted = expr_value(is);
  if (!wanted && n <= value_mask(expr_width(index))) return EXPR_NONE; /* so is all past the end */
  for (u32 i = 0; i < n; i++) {
    if (entries[i] != wanted) continue;
    at = i;
    n_found++;
  }
  if (n_found != 1 || at > value_mask(expr_width(index))) return EXPR_NONE;
  return expr_eq(index, expr_const(expr_width(index), at));
}

/* e = is as an equation about a part of e, or two of them; EXPR_NONE: it is as simple as it gets. */
static Expr peeled(Expr e, Expr is) {
  u32 width = expr_width(e);
  assert(width == expr_width(is) && width <= MAX_WIDTH);
  switch ((int)expr_kind(e)) {
  case EXPR_CONCAT: {
    u32 low = expr_width(expr_kid(e, 1));
    return expr_and(expr_eq(expr_kid(e, 0), expr_extract(is, low, width - low)),
                    expr_eq(expr_kid(e, 1), expr_extract(is, 0, low)));
  }
  case EXPR_ZEXT:
  case EXPR_SEXT: {
    u32 from = expr_width(expr_kid(e, 0));
    Expr low = expr_extract(is, 0, from);
    Expr again = expr_kind(e) == EXPR_ZEXT ? expr_zext(low, width) : expr_sext(low, width);
    return expr_and(expr_eq(expr_kid(e, 0), low), expr_eq(again, is));
  }
  case EXPR_SELECT:
    return index_for(e, is);
  default:
    break;
  }
  for (u32 k = 0; k < expr_arity(e) && expr_is_const(is) && expr_arity(e) <= 2; k++) {
    bool is_alone = expr_arity(e) == 1 || expr_is_const(expr_kid(e, 1 - k));
    Expr part = is_alone ? undone(e, k, is) : EXPR_NONE;
    if (!expr_is_none(part)) return expr_eq(expr_kid(e, k), part);
  }
  return EXPR_NONE;
}

/* Takes one equation apart; false: none can be. */
static bool peel(Equations *s) {
  for (u32 i = 0; i < s->terms.n; i++) {
    Expr e = s->terms.at[i];
    if (expr_kind(e) != EXPR_EQ || expr_is_array(expr_kid(e, 0))) continue;
    if (expr_width(expr_kid(e, 0)) > MAX_WIDTH) continue;
    for (u32 k = 0; k < 2; k++) {
      Expr simpler = peeled(expr_kid(e, k), expr_kid(e, 1 - k));
      if (expr_is_none(simpler) || expr_same(simpler, e)) continue;
      s->terms.at[i] = simpler;
      tidy(s);
      return true;
    }
  }
  return false;
}

/* Finds a word in e, down sums and other operations that can be undone, and what it is if e = is. */
static bool find_word(const Equations *s, Expr e, Expr is, SolvedWord *ret) {
  for (u32 depth = 0; depth < MAX_STEPS; depth++) {
    assert(expr_width(e) == expr_width(is));
    if (expr_kind(e) == EXPR_VAR) {
      *ret = (SolvedWord){e, is};
      return is_own(s, e) && !reads(is, e);
    }
    if (expr_arity(e) == 0 || expr_arity(e) > 2) return false;
    u32 k = expr_arity(e) == 2 && expr_kind(expr_kid(e, 0)) != EXPR_VAR &&
            !expr_is_const(expr_kid(e, 1));
    Expr part = undone(e, k, is);
    if (expr_is_none(part)) return false;
    e = expr_kid(e, k);
    is = part;
  }
  return false;
}

/* Solves one equation for a word; false: none can be. */
static bool solve(Equations *s) {
  for (u32 i = 0; i < s->terms.n; i++) {
    Expr e = s->terms.at[i];
    SolvedWord word;
    if (expr_kind(e) != EXPR_EQ || expr_width(expr_kid(e, 0)) > MAX_WIDTH) continue;
    bool found = find_word(s, expr_kid(e, 0), expr_kid(e, 1), &word) ||
                 find_word(s, expr_kid(e, 1), expr_kid(e, 0), &word);
    if (!found) continue;
    vec_push(&s->solved, word);
    replace(s, word.var, word.is);
    return true;
  }
  return false;
}

/* A term that is constant is so wherever it stands. */
static bool spread(Equations *s) {
  for (u32 i = 0; i < s->terms.n; i++) {
    Expr e = s->terms.at[i];
    if (expr_kind(e) != EXPR_EQ) continue;
    u32 k = expr_is_const(expr_kid(e, 0));
    Expr term = expr_kid(e, k);
    if (!expr_is_const(expr_kid(e, 1 - k)) || *map_find(&s->n_uses, term.id) < 2) continue;
    replace(s, term, expr_kid(e, 1 - k));
    vec_push(&s->terms, e);
    tidy(s);
    return true;
  }
  return false;
}

/* ---- free words ---------------------------------------------------------------------------------- */

/* The largest operation that has any value by this word alone becomes the word. */
static bool free_word(Equations *s, Expr var) {
  Expr top = var, is = var;
  ExprVec road = {0};
  while (*map_find(&s->n_uses, top.id) == 1) {
    const u64 *up = map_find(&s->parent, top.id);
    if (!up) break;
    Expr above = {(u32)*up};
    u32 k = !expr_same(expr_kid(above, 0), top);
    if (expr_width(above) != expr_width(top) || expr_arity(above) > 2) break;
    if (expr_is_none(undone(above, k, var))) break;
    vec_push(&road, above);
    top = above;
  }
  for (u32 i = road.n; i-- > 0;) {
    Expr below = i ? road.at[i - 1] : var;
    is = undone(road.at[i], !expr_same(expr_kid(road.at[i], 0), below), is);
  }
  bool is_free = road.n && expr_width(var) <= MAX_WIDTH && is_own(s, var);
  vec_free(&road);
  if (!is_free) return false;
  assert(expr_width(is) == expr_width(var));
  vec_push(&s->solved, ((SolvedWord){var, is}));
  replace(s, top, var);
  return true;
}

static bool free_words(Equations *s) {
  for (u32 i = 0; i < s->nodes.n; i++)
    if (expr_kind(s->nodes.at[i]) == EXPR_VAR && free_word(s, s->nodes.at[i])) return true;
  return false;
}

/* ---- words that are multiplied -------------------------------------------------------------------- */

static bool was_solved(const Equations *s, Expr var) {
  for (u32 i = 0; i < s->solved.n; i++)
    if (expr_same(s->solved.at[i].var, var)) return true;
  return false;
}

/* The one odd number that a word is multiplied with, if it is only chosen and compared for equality besides;
 * EXPR_NONE: there is none, or something else is done with it. */
static Expr only_factor(const Equations *s, Expr var) {
  Expr factor = EXPR_NONE;
  for (u32 i = 0; i < s->nodes.n; i++) {
    Expr e = s->nodes.at[i];
    bool is_kid = false, is_arm = expr_kind(e) == EXPR_ITE;
    for (u32 k = 0; k < expr_arity(e); k++) is_kid |= expr_same(expr_kid(e, k), var);
    if (!is_kid || is_arm || expr_kind(e) == EXPR_EQ) continue;
    bool is_product = expr_kind(e) == EXPR_MUL && is_odd(expr_kid(e, 1));
    if (!is_product || !expr_is_none(factor)) return EXPR_NONE;
    factor = expr_kid(e, 1);
  }
  return factor;
}

/* Names the products x * C in place of x where C is odd: multiplication by it is one to one, so
 * words are equal if their products are.  That takes the hash of Knuth out of a hash table, where
 * keys are multiplied for the index, chosen by it and compared for equality. */
static bool name_products(Equations *s) {
  Substitution by = {0};
  u32 before = s->solved.n;
  for (u32 i = 0; i < s->nodes.n; i++) {
    Expr var = s->nodes.at[i];
    if (expr_kind(var) != EXPR_VAR || expr_width(var) > MAX_WIDTH || was_solved(s, var)) continue;
    Expr factor = only_factor(s, var);
    if (expr_is_none(factor) || !is_own(s, var)) continue;
    u64 inverse = value_inverse_of_odd(expr_value(factor));
    Expr is = expr_mul(var, expr_const(expr_width(var), inverse));
    vec_push(&s->solved, ((SolvedWord){var, is}));
    substitution_put(&by, var, is);
  }
  s->n_products += s->solved.n - before;
  bool found = s->solved.n > before;
  if (found) replace_all(s, &by);
  substitution_done(&by);
  return found;
}

/* ---- words with some known bits ---------------------------------------------------------------- */

/* Is every operation on the word a product with a constant? */
static bool is_only_multiplied(const Equations *s, Expr var) {
  for (u32 i = 0; i < s->nodes.n; i++) {
    Expr e = s->nodes.at[i];
    bool is_product = expr_kind(e) == EXPR_MUL && expr_is_const(expr_kid(e, 1));
    for (u32 k = 0; k < expr_arity(e); k++)
      if (expr_same(expr_kid(e, k), var) && !is_product) return false;
  }
  return true;
}

/* The word at the bottom of operations with constants, which can all be undone; EXPR_NONE: there is
 * something else. */
static Expr word_below(Expr e) {
  for (u32 depth = 0; depth < MAX_STEPS && expr_kind(e) != EXPR_VAR; depth++) {
    bool is_alone = expr_arity(e) == 1 || (expr_arity(e) == 2 && expr_is_const(expr_kid(e, 1)));
    if (!is_alone || expr_is_none(undone(e, 0, e))) return EXPR_NONE;
    e = expr_kid(e, 0);
  }
  return expr_kind(e) == EXPR_VAR ? e : EXPR_NONE;
}

/* The word with these bits given. */
static Expr with_slice(Expr word, u32 low, Expr slice) {
  u32 end = low + expr_width(slice), width = expr_width(word);
  assert(end <= width);
  if (low) slice = expr_concat(slice, expr_extract(word, 0, low));
  return end < width ? expr_concat(expr_extract(word, end, width - end), slice) : slice;
}

/* (x * C1 + C2), C1 odd, with some known bits: x then stands for this sum, and only its other bits
 * are unknown.  Random generators give such conditions, because they reveal their upper bits. */
static bool give_bits(Equations *s) {
  for (u32 i = 0; i < s->terms.n; i++) {
    Expr e = s->terms.at[i];
    bool is_given = expr_kind(e) == EXPR_EQ && expr_kind(expr_kid(e, 0)) == EXPR_EXTRACT &&
                    expr_is_const(expr_kid(e, 1));
    if (!is_given) continue;
    Expr slice = expr_kid(e, 0), whole = expr_kid(slice, 0), var = word_below(whole);
    if (expr_is_none(var) || expr_width(var) > MAX_WIDTH) continue;
    if (was_solved(s, var) || !is_only_multiplied(s, var) || !is_own(s, var)) continue;
    Expr is = with_slice(var, expr_extract_low(slice), expr_kid(e, 1));
    for (; !expr_same(whole, var); whole = expr_kid(whole, 0)) is = undone(whole, 0, is);
    assert(expr_width(is) == expr_width(var));
    vec_push(&s->solved, ((SolvedWord){var, is}));
    s->n_products++;
    replace(s, var, is);
    return true;
  }
  return false;
}

/* ---- signs ---------------------------------------------------------------------------------------- */

/* Is it one of the terms that e is not negative? */
static bool is_nonneg_here(const Equations *s, Expr e) {
  Expr says = expr_not(expr_slt(e, expr_const(expr_width(e), 0)));
  for (u32 i = 0; i < s->terms.n; i++)
    if (expr_same(s->terms.at[i], says)) return true;
  return expr_is_value(says, 1);
}

/* A signed division of a non-negative dividend by a positive number becomes an unsigned one:
 * circuits would have to remove the signs first.  Inputs `in 0..9` give such dividends. */
static bool drop_signs(Equations *s) {
  for (u32 i = s->nodes.n; i-- > 0;) {
    Expr e = s->nodes.at[i];
    ExprKind kind = expr_kind(e);
    if (kind != EXPR_SREM && kind != EXPR_SDIV) continue;
    Expr x = expr_kid(e, 0), y = expr_kid(e, 1), none = expr_const(expr_width(e), 0);
    if (!expr_is_const(y) || !expr_is_value(expr_slt(none, y), 1) || !is_nonneg_here(s, x))
      continue;
    replace(s, e, expr_binary(kind == EXPR_SREM ? EXPR_UREM : EXPR_UDIV, x, y));
    s->n_unsigned++;
    return true;
  }
  return false;
}

/* ---- all of it ----------------------------------------------------------------------------------- */

bool equations_solve(Equations *s, const Expr *terms, u32 n, u64 deadline_ns) {
  vec_clear(&s->terms);
  vec_clear(&s->solved);
  s->n_products = s->n_unsigned = 0;
  vec_append(&s->terms, terms, n);
  tidy(s);
  for (u32 step = 0; step < MAX_STEPS; step++) {
    if (!survey(s) || (deadline_ns != NEVER_NS && !clock_left(deadline_ns))) return false;
    if (!drop_signs(s) && !peel(s) && !solve(s) && !spread(s) && !free_words(s) &&
        !name_products(s) && !give_bits(s))
      break;
  }
  return true;
}

void equations_complete(const Equations *s, Eval *ev, Model *io_model) {
  for (u32 i = s->solved.n; i-- > 0;) {
    Expr var = s->solved.at[i].var;
    assert(expr_kind(var) == EXPR_VAR && expr_width(var) == expr_width(s->solved.at[i].is));
    u64 value = eval(ev, io_model, s->solved.at[i].is);
    model_set_bits(io_model, expr_input(var), expr_var_low(var), expr_width(var), &value);
  }
}
