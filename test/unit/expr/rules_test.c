/* rules_test.c — every rewrite rule is proven by Z3.
 *
 * While random terms and a few chosen ones are made, each application of a rule
 * is seen by the audit, and Z3 is asked whether the candidate, as it was before,
 * can differ from what the rule returned.  A rule needs proofs at a small and at
 * a real width; one that was never applied fails, one refuted fails at once.
 */
#include "base/hash.h"
#include "base/map.h"
#include "expr/input.h"
#include "expr/model.h"
#include "expr/rewrite.h"
#include "expr/value.h"
#include "unit/random_terms.h"
#include "unit/unit.h"
#include "z3/z3_build.h"

#include <stdio.h>
#include <stdlib.h>

enum { SMALL, MIDDLE, REAL, CLASSES };

/* Enough to see each branch of a rule; real widths cost more. */
static const u32 wanted[CLASSES] = {ROUNDS(16), 0, MAX(ROUNDS(3), 2)};
static const u32 max_size[CLASSES] = {40, 0, 14};
/* Z3's effort for one proof, in its own units (about half a second): unlike a
 * time-out it is the same on a busy machine. */
enum { MAX_TRIES = 20, MAX_SIZE = 40, MAX_EFFORT = 1000000 };
enum { MAX_IN_CALL = 100 }; /* rules do not set each other off without end */

/* Rules that apply to width 1 only. */
static const Rule bool_rules[] = {
    RULE_neg_bool,   RULE_add_bool,  RULE_mul_bool,  RULE_udiv_bool, RULE_sdiv_bool,
    RULE_urem_bool,  RULE_srem_bool, RULE_shl_bool,  RULE_lshr_bool, RULE_ashr_bool,
    RULE_eq_bool,    RULE_ult_bool,  RULE_slt_bool,  RULE_ite_bool,  RULE_ite_own_condition,
    RULE_and_orders, RULE_or_orders, RULE_xor_orders};

typedef struct Record {
  u32 proofs[CLASSES], tries[CLASSES];
  u64 applied;
} Record;

typedef struct Prover {
  Record of[RULE_COUNT];
  Map seen; /* hashes of applications already asked */
  Z3_context c;
  Z3_solver solver;
  Z3Build *build;
  u32 n_refuted, n_asked, n_unknown;
  u32 n_in_call, most_in_call; /* applications caused by one operation */
} Prover;

static Prover *prover_new(void) {
  Prover *p = NEW(Prover);
  Z3_config config = Z3_mk_config();
  p->c = Z3_mk_context(config);
  Z3_del_config(config);
  p->solver = Z3_mk_solver(p->c);
  Z3_solver_inc_ref(p->c, p->solver);
  Z3_params params = Z3_mk_params(p->c);
  Z3_params_inc_ref(p->c, params);
  Z3_params_set_uint(p->c, params, Z3_mk_string_symbol(p->c, "rlimit"), MAX_EFFORT);
  Z3_solver_set_params(p->c, p->solver, params);
  Z3_params_dec_ref(p->c, params);
  p->build = z3_build_new(p->c);
  return p;
}

static void prover_free(Prover *p) {
  z3_build_free(p->build);
  Z3_solver_dec_ref(p->c, p->solver);
  Z3_del_context(p->c);
  map_done(&p->seen);
  mem_free(p);
}

/* ---- one application ----------------------------------------------------- */

static u32 n_kids(const Candidate *t) { return expr_arities[t->kind]; }

static Expr kid_of(const Candidate *t, u32 i) { return i == 0 ? t->a : i == 1 ? t->b : t->c; }

/* The widest operand; of an array its index. */
static u32 width_of(const Candidate *t) {
  u32 width = expr_is_array(t->a) ? 0 : t->width;
  for (u32 i = 0; i < n_kids(t); i++) {
    Expr k = kid_of(t, i);
    width = MAX(width, expr_is_array(k) ? expr_index_width(k) : expr_width(k));
  }
  return width;
}

static u32 class_of(const Candidate *t) {
  u32 width = width_of(t);
  return width <= 8 ? SMALL : width < 32 ? MIDDLE : REAL;
}

/* Nodes of the terms, counted as trees and only up to MAX_SIZE. */
static u32 size_of(const Candidate *t) {
  Expr stack[4 * MAX_SIZE];
  u32 n = 0, size = 0;
  for (u32 i = 0; i < n_kids(t); i++) stack[n++] = kid_of(t, i);
  while (n && size < MAX_SIZE) {
    Expr e = stack[--n];
    size++;
    for (u32 i = 0; i < expr_arity(e); i++) stack[n++] = expr_kid(e, i);
  }
  return size;
}

static bool is_new(Prover *p, Rule r, const Candidate *t) {
  u64 h = hash_pair(hash_pair((u64)r << 32 | t->width, (u64)t->a.id << 32 | t->b.id),
                    hash_pair((u64)t->c.id << 32 | t->low, expr_epoch()));
  bool is_fresh;
  map_at(&p->seen, h, &is_fresh);
  return is_fresh;
}

static Z3_lbool differs(Prover *p, const Candidate *t, Expr after) {
  Z3_ast kids[3];
  for (u32 i = 0; i < n_kids(t); i++) kids[i] = z3_build(p->build, kid_of(t, i));
  Z3_ast sides[2] = {z3_build_op(p->build, t->kind, t->width, t->low, kids),
                     z3_build(p->build, after)};
  Z3_solver_push(p->c, p->solver);
  Z3_solver_assert(p->c, p->solver, Z3_mk_distinct(p->c, 2, sides));
  Z3_lbool answer = Z3_solver_check(p->c, p->solver);
  if (answer == Z3_L_TRUE) {
    print_error("before %s\n", Z3_ast_to_string(p->c, sides[0])); /* one text at a time is valid */
    print_error("after  %s\n", Z3_ast_to_string(p->c, sides[1]));
  }
  Z3_solver_pop(p->c, p->solver, 1);
  return answer;
}

static void on_rule(void *user, Rule r, const Candidate *t, Expr after) {
  Prover *p = user;
  Record *rec = &p->of[r];
  u32 class = class_of(t);
  rec->applied++;
  p->n_in_call++;
  if (rec->proofs[class] >= wanted[class] || rec->tries[class] >= MAX_TRIES) return;
  /* The second half spread over the run: early terms are much alike. */
  if (rec->proofs[class] >= wanted[class] / 2 && rec->applied % 16) return;
  if (size_of(t) >= max_size[class] || !is_new(p, r, t)) return;
  rec->tries[class]++;
  p->n_asked++;
  Z3_lbool answer = differs(p, t, after);
  if (answer == Z3_L_FALSE) rec->proofs[class]++;
  if (answer == Z3_L_UNDEF) p->n_unknown++;
  if (answer != Z3_L_TRUE) return;
  p->n_refuted++;
  print_error("rule %s is wrong at width %u\n", rule_name(r), width_of(t));
}

/* ---- what is made -------------------------------------------------------- */

static void make_random(Prover *p, u64 seed, const u32 *widths, u32 n_widths, u32 n) {
  RandomTerms r;
  expr_open();
  random_terms_init(&r, seed, widths, n_widths);
  for (u32 i = 0; i < n; i++) {
    RandomOp op = random_op(&r);
    p->n_in_call = 0;
    random_keep(&r, random_apply(&op));
    p->most_in_call = MAX(p->most_in_call, p->n_in_call);
  }
  random_terms_done(&r);
  expr_close();
}

/* Shapes that random terms meet too rarely, over words of this width. */
static void make_chosen_sums(Expr a, Expr b, Expr c, u32 width) {
  Expr three = expr_const(width, 3), five = expr_const(width, 5), seven = expr_const(width, 7);
  Expr odd =
      expr_add(expr_shl(expr_const(width, 1), expr_const(width, width - 1)), expr_const(width, 1));
  expr_add(expr_add(a, expr_mul(b, three)), expr_mul(b, five));
  expr_add(expr_add(a, b), expr_neg(b));
  expr_add(expr_add(a, b), expr_add(c, expr_mul(a, three)));
  expr_add(expr_add(a, b), expr_add(expr_neg(b), c));
  expr_add(a, expr_neg(expr_add(a, b)));
  expr_add(b, expr_neg(expr_add(a, b)));
  expr_udiv(expr_udiv(a, three), five);
  expr_udiv(expr_udiv(a, seven), seven);
  expr_udiv(expr_udiv(a, odd), three);
  expr_and(expr_and(a, odd), b);
  expr_or(expr_or(a, odd), b);
  expr_and(expr_and(a, odd), expr_and(b, expr_or(odd, three)));
  expr_eq(expr_add(a, b), expr_add(a, c));
  expr_eq(expr_add(b, a), expr_add(c, b));
  expr_eq(expr_xor(a, b), expr_xor(a, c));
  expr_eq(expr_xor(a, b), expr_const(width, 0));
  expr_eq(expr_sub(a, b), five);
  expr_eq(expr_sub(b, a), expr_const(width, 0));
  expr_eq(expr_mul(a, three), expr_mul(b, three));
  expr_eq(expr_neg(a), expr_neg(b));
  expr_eq(expr_not(a), expr_not(b));
  expr_neg(expr_sub(a, b));
  expr_or(a, expr_or(a, b));
  expr_or(a, expr_and(b, a));
  expr_or(expr_not(a), expr_and(b, a));
  expr_urem(expr_add(expr_urem(a, seven), three), seven);
  expr_urem(expr_add(expr_urem(a, five), three), five);
  expr_urem(a, odd);
  Expr chosen = expr_eq(c, seven);
  expr_ite(chosen, expr_mul(a, three), expr_mul(b, three));
  expr_ite(chosen, expr_mul(a, five), seven);
  expr_ite(chosen, three, expr_mul(a, seven));
  expr_add(a, expr_not(a));
  expr_xor(expr_xor(a, b), b);
  expr_xor(expr_xor(a, three), b);
}

/* What is left after a multiple of the divisor; of few bits, as Z3 takes long to divide. */
static void make_chosen_remainders(Expr a, Expr b, u32 width) {
  Expr x = expr_sext(expr_extract(a, 0, 4), width), y = expr_sext(expr_extract(b, 0, 3), width);
  if (width == 4) x = a;
  Expr three = expr_const(width, 3), six = expr_const(width, 6);
  for (u32 i = 0; i < 2; i++) {
    ExprKind divide = i ? EXPR_SDIV : EXPR_UDIV;
    Expr moved = expr_add(x, three);
    expr_sub(x, expr_mul(expr_binary(divide, x, six), six));
    expr_sub(moved, expr_mul(expr_binary(divide, moved, six), six));
    expr_sub(x, expr_mul(y, expr_binary(divide, x, y)));
    expr_sub(expr_add(x, y), expr_mul(expr_binary(divide, moved, six), six));
    expr_add(expr_neg(expr_mul(expr_binary(divide, x, y), y)), expr_sub(x, y));
  }
}

static void make_chosen_slices(Expr a, Expr b, Expr c, u32 width) {
  Expr sign = expr_extract(a, width - 1, 1), five = expr_const(width, 5);
  Expr low = expr_zext(expr_extract(c, 0, width / 2), 2 * width);
  expr_slt(expr_zext(a, 2 * width), expr_sext(b, 2 * width));
  expr_slt(expr_sext(b, 2 * width), expr_zext(a, 2 * width));
  expr_concat(sign, a);
  expr_concat(expr_concat(a, b), c);
  expr_or(expr_shl(expr_zext(a, 2 * width), expr_const(2 * width, width)), low);
  expr_or(expr_shl(a, expr_const(width, 2)), expr_zext(expr_extract(b, 0, 2), width));
  expr_concat(expr_sext(expr_extract(a, 2, 2), 3), expr_extract(a, 0, 2));
  expr_or(expr_concat(a, b), low);
  expr_or(low, expr_concat(b, expr_const(width, 0)));
  expr_or(expr_concat(a, b), expr_const(2 * width, 5));
  expr_eq(expr_concat(a, five), expr_concat(five, five));
  expr_eq(expr_concat(a, five), expr_concat(five, expr_const(width, 1)));
  expr_eq(expr_concat(expr_not(five), a), expr_concat(expr_not(five), five));
  expr_eq(expr_concat(a, b), expr_concat(a, c));
  expr_eq(expr_concat(b, a), expr_concat(c, a));
}

/* What comparators return, and what is asked about it. */
static void make_chosen_orders(ExprKind order, Expr a, Expr b, u32 width) {
  Expr less = expr_binary(order, a, b), more = expr_binary(order, b, a);
  Expr other = expr_binary(order, b, expr_const(width, 3));
  expr_and(less, more);
  expr_and(less, expr_not(more));
  expr_and(expr_not(less), more);
  expr_and(expr_not(more), expr_not(less));
  expr_or(less, more);
  expr_or(less, expr_not(more));
  expr_or(expr_not(less), more);
  expr_or(expr_not(more), expr_not(less));
  expr_xor(less, more);
  for (u32 i = 0; i < 3; i++) {
    Expr plus = i == 2 ? other : more, minus = i == 1 ? other : less;
    Expr sign = expr_sub(expr_zext(plus, width), expr_zext(minus, width));
    for (u32 k = 0; k < 5; k++) {
      Expr number = expr_sub(expr_const(width, k), expr_const(width, 2));
      expr_eq(sign, number);
      expr_ult(sign, number);
      expr_slt(sign, number);
      expr_slt(number, sign);
    }
  }
}

static void make_chosen_repeats(Expr a, Expr b) {
  expr_and(a, expr_and(b, a));
  expr_and(a, expr_or(a, b));
  expr_or(expr_or(a, b), b);
  expr_or(a, expr_and(a, b));
}

static void make_chosen(u32 width) {
  char name[3][16];
  Expr x[3];
  expr_open();
  for (u32 i = 0; i < 3; i++) {
    snprintf(name[i], sizeof name[i], "x%u", i);
    x[i] = expr_var(input_bits(name[i], width), 0, width);
  }
  make_chosen_sums(x[0], x[1], x[2], width);
  make_chosen_remainders(x[0], x[1], width);
  make_chosen_slices(x[0], x[1], x[2], width);
  make_chosen_repeats(x[0], x[1]);
  make_chosen_orders(EXPR_ULT, x[0], x[1], width);
  make_chosen_orders(EXPR_SLT, x[0], x[1], width);
  expr_close();
}

static bool needs_small(Rule r) {
  return r != RULE_select_input; /* the bytes of an input have 64-bit indices */
}

static bool needs_real(Rule r) {
  for (u32 i = 0; i < ARRAY_LEN(bool_rules); i++)
    if (bool_rules[i] == r) return false;
  return true;
}

static u32 report(const Prover *p) {
  u32 n_bad = 0;
  bool is_verbose = getenv("NADIR_TEST_VERBOSE") != NULL;
  for (u32 i = 0; i < RULE_COUNT; i++) {
    const Record *rec = &p->of[i];
    bool bad = (needs_small((Rule)i) && !rec->proofs[SMALL]) ||
               (needs_real((Rule)i) && !rec->proofs[REAL]);
    n_bad += bad;
    if (bad || is_verbose)
      print_message("# %-28s applied %8lu, proofs: small %u, real %u (of %u)%s\n",
                    rule_name((Rule)i), rec->applied, rec->proofs[SMALL], rec->proofs[REAL],
                    rec->tries[REAL], bad ? "  <- not enough" : "");
  }
  if (is_verbose)
    print_message("# %u asked, %u unknown; at most %u rules in one call\n", p->n_asked,
                  p->n_unknown, p->most_in_call);
  return n_bad;
}

static void test_rules_are_proven(void **state) {
  (void)state;
  static const u32 chosen[] = {4, 5, 8, 16, 32, 64};
  static const u32 small[] = {1, 3, 4, 8}, real[] = {8, 32, 64}, wide[] = {16, 32, 128};
  Prover *p = prover_new();
  rewrite_audit(on_rule, p);
  for (u32 i = 0; i < ARRAY_LEN(chosen); i++) make_chosen(chosen[i]);
  for (u64 seed = 1; seed <= 12; seed++) {
    make_random(p, seed, small, ARRAY_LEN(small), 4000);
    make_random(p, seed, real, ARRAY_LEN(real), 4000);
    make_random(p, seed, wide, ARRAY_LEN(wide), 1500);
  }
  rewrite_audit(NULL, NULL);
  u32 n_bad = report(p), n_refuted = p->n_refuted, most = p->most_in_call;
  prover_free(p);
  assert_int_equal(n_refuted, 0);
  assert_int_equal(n_bad, 0);
  assert_true(most <= MAX_IN_CALL);
}

/* ---- values -------------------------------------------------------------- */

/* What an operation means, on the values of its operands: no rules, no folding. */
enum { MAX_WORDS = 8 };

static u64 element(Eval *ev, const Model *m, Expr array, u64 index) {
  for (;;) {
    ExprKind kind = expr_kind(array);
    if (kind == EXPR_ARRAY_INPUT) return model_get_element(m, expr_input(array), index);
    if (kind == EXPR_ARRAY_FILL) return eval(ev, m, expr_kid(array, 0));
    if (kind == EXPR_ARRAY_TABLE) {
      u32 n;
      const u64 *elements = expr_table(array, &n);
      return index < n ? elements[index] : 0;
    }
    if (kind == EXPR_ITE) {
      array = expr_kid(array, eval_true(ev, m, expr_kid(array, 0)) ? 1 : 2);
      continue;
    }
    if (eval(ev, m, expr_kid(array, 1)) == index) return eval(ev, m, expr_kid(array, 2));
    array = expr_kid(array, 0);
  }
}

static void plain_value(Eval *ev, const Model *m, const RandomOp *op, u64 *ret) {
  u64 kids[3][MAX_WORDS] = {0};
  u32 from = expr_width(op->kid[0]);
  for (u32 i = 0; i < 3 && !expr_is_none(op->kid[i]); i++)
    if (!expr_is_array(op->kid[i])) eval_words(ev, m, op->kid[i], kids[i]);
  if (op->kind == EXPR_NOT || op->kind == EXPR_NEG)
    value_unary_words(op->kind, from, ret, kids[0]);
  else if (op->kind == EXPR_EXTRACT)
    value_extract(ret, kids[0], op->low, op->width);
  else if (op->kind == EXPR_ZEXT)
    value_zext(ret, kids[0], from, op->width);
  else if (op->kind == EXPR_SEXT)
    value_sext(ret, kids[0], from, op->width);
  else if (op->kind == EXPR_CONCAT)
    value_concat(ret, kids[0], from, kids[1], expr_width(op->kid[1]));
  else if (op->kind == EXPR_ITE)
    memcpy(ret, kids[kids[0][0] ? 1 : 2], sizeof kids[0]);
  else if (op->kind == EXPR_SELECT)
    ret[0] = element(ev, m, op->kid[0], kids[1][0]);
  else
    value_binary_words(op->kind, from, ret, kids[0], kids[1]);
}

/* The element of a store or a choice of arrays at this index. */
static u64 plain_element(Eval *ev, const Model *m, const RandomOp *op, u64 index) {
  if (op->kind == EXPR_ITE)
    return element(ev, m, op->kid[eval_true(ev, m, op->kid[0]) ? 1 : 2], index);
  if (eval(ev, m, op->kid[1]) == index) return eval(ev, m, op->kid[2]);
  return element(ev, m, op->kid[0], index);
}

static Model *random_model_new(Rng *rng) {
  Model *m = model_new();
  u64 style = rng_below(rng, 3);
  for (u32 cell = 0; cell < input_cells(); cell++) {
    Input in = input_of_cell(cell);
    u64 byte = rng_u64(rng);
    if (style == 1) byte %= 3;
    if (style == 2) byte = byte & 4 ? 0xff : byte & 8 ? 0x80 : 0;
    if (input_info(in)->shape != INPUT_ARRAY)
      model_set_byte(m, cell, (u8)byte);
    else
      for (u32 i = 0; i < 24; i++) model_set_element(m, in, rng_below(rng, 32), rng_u64(rng));
  }
  return m;
}

static void check_value(Eval *ev, const Model *m, const RandomOp *op, Expr made, Rng *rng) {
  u64 want[MAX_WORDS] = {0}, got[MAX_WORDS] = {0};
  if (expr_is_array(made)) {
    u64 index = rng_below(rng, 40) & value_mask(expr_index_width(made));
    want[0] = plain_element(ev, m, op, index);
    got[0] = element(ev, m, made, index);
  } else {
    plain_value(ev, m, op, want);
    eval_words(ev, m, made, got);
  }
  if (!value_is_equal(want, got, op->width))
    fail_msg("kind %d at width %u of %u: %lx, expected %lx", (int)op->kind, op->width,
             expr_width(op->kid[0]), got[0], want[0]);
}

static void check_meaning(u64 seed, const u32 *widths, u32 n_widths) {
  enum { N_MODELS = 3, N_OPS = SIZED(4000, 1500) };
  RandomTerms r;
  Model *models[N_MODELS];
  Eval *ev[N_MODELS];
  expr_open();
  random_terms_init(&r, seed, widths, n_widths);
  for (u32 i = 0; i < N_MODELS; i++) {
    models[i] = random_model_new(&r.rng);
    ev[i] = eval_new();
  }
  for (u32 i = 0; i < N_OPS; i++) {
    RandomOp op = random_op(&r);
    Expr made = random_apply(&op);
    for (u32 k = 0; k < N_MODELS; k++) check_value(ev[k], models[k], &op, made, &r.rng);
    random_keep(&r, made);
  }
  for (u32 i = 0; i < N_MODELS; i++) {
    model_unref(models[i]);
    eval_free(ev[i]);
  }
  random_terms_done(&r);
  expr_close();
}

/* Whatever a constructor returns has the value of the operation it was asked for. */
static void test_constructors_keep_the_meaning(void **state) {
  (void)state;
  static const u32 widths[][4] = {
      {1, 2, 5, 8}, {8, 16, 32, 64}, {7, 31, 33, 63}, {8, 64, 65, 128}, {1, 8, 127, 200}};
  for (u64 seed = 1; seed <= ROUNDS(12); seed++)
    for (u32 i = 0; i < ARRAY_LEN(widths); i++) check_meaning(seed, widths[i], 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rules_are_proven),
      cmocka_unit_test(test_constructors_keep_the_meaning),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
