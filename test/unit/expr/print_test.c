/* print_test.c — what is printed is read back as the same term, and means to Z3
 * what it means to us. */
#include "unit/expr/table.h"

#include "unit/expr/script.h"
#include "unit/expr/terms.h"

#include "expr/nodes.h"

#include <stdio.h>

/* Leaves of every shape that a script can declare. */
static void start_without_bytes(Terms *t, u64 seed) {
  u64 table[] = {7, 0, 255, 3, 0};
  *t = (Terms){.rng = {seed}, .sparse = input_array("s", 8, 16)};
  for (u32 width = 1; width <= 160; width += 1 + width / 3) {
    char name[] = "w000";
    snprintf(name, sizeof name, "w%u", width);
    vec_push(&t->pool, expr_var(input_bits(name, width), 0, width));
  }
  vec_push(&t->pool, expr_var(input_bool("p"), 0, 1));
  vec_push(&t->pool, expr_var(input_bool("q r"), 0, 1));
  vec_push(&t->pool, expr_var(input_bits("big", 300), 130, 77));
  vec_push(&t->arrays, expr_array_input(t->sparse));
  vec_push(&t->arrays, expr_array_input(input_array("bits", 3, 1)));
  vec_push(&t->arrays, expr_array_table(8, 16, table, ARRAY_LEN(table)));
  vec_push(&t->arrays, expr_array_table(8, 16, table, 1));
  vec_push(&t->arrays, expr_array_fill(8, expr_const(16, 0)));
  vec_push(&t->arrays, expr_array_fill(8, terms_pick(t, 16)));
}

static Expr printed_and_parsed(Expr e) {
  cleanup(text_free) Text declarations = {0}, term = {0};
  declarations_print(&declarations, &e, 1);
  expr_print(&term, e);
  return script_term(text_c(&declarations), text_c(&term));
}

static void assert_comes_back(Expr e) {
  if (expr_same(printed_and_parsed(e), e)) return;
  cleanup(text_free) Text text = {0};
  expr_print(&text, e);
  fail_msg("does not come back: %s", text_c(&text));
}

static void every_term_comes_back(void **state) {
  (void)state;
  for (u64 seed = 1; seed <= ROUNDS(200); seed++) {
    Terms t;
    start_without_bytes(&t, seed);
    for (u32 i = 0; i < 60; i++) terms_grow(&t);
    for (u32 i = 0; i < t.pool.n; i++) assert_comes_back(t.pool.at[i]);
    for (u32 i = 0; i < t.arrays.n; i++) assert_comes_back(t.arrays.at[i]);
    terms_done(&t);
  }
}

static void scripts_come_back(void **state) {
  (void)state;
  for (u64 seed = 1; seed <= ROUNDS(200); seed++) {
    Terms t;
    ExprVec asserts = {0}, parsed = {0};
    cleanup(text_free) Text text = {0};
    start_without_bytes(&t, seed);
    for (u32 i = 0; i < 60; i++) terms_grow(&t);
    for (u32 i = 0; i < 20; i++) vec_push(&asserts, terms_pick(&t, 1));
    script_print(&text, asserts.at, asserts.n);
    Err err = script_terms(text_c(&text), &parsed);
    if (err != OK) fail_msg("%s in:\n%s", err_text(), text_c(&text));
    assert_int_equal(parsed.n, asserts.n);
    for (u32 i = 0; i < asserts.n; i++) assert_int_equal(parsed.at[i].id, asserts.at[i].id);
    vec_free(&asserts);
    vec_free(&parsed);
    terms_done(&t);
  }
}

/* Gives the constants name[i] of a printed object the bytes of the object. */
static void copy_bytes(Model *m, const char *name, Input bytes) {
  for (u32 i = 0; i < input_info(bytes)->n_cells; i++) {
    char byte_name[32];
    snprintf(byte_name, sizeof byte_name, "%s[%u]", name, i);
    u64 word = model_get_element(m, bytes, i);
    model_set_bits(m, input_bits(byte_name, 8), 0, 8, &word);
  }
}

static void bytes_are_equivalent(void **state) {
  (void)state;
  Eval *ev = eval_new();
  for (u64 seed = 1; seed <= ROUNDS(60); seed++) {
    Terms t;
    terms_init(&t, seed);
    for (u32 i = 0; i < 60; i++) terms_grow(&t);
    Model *m = terms_model_new(&t);
    copy_bytes(m, "bytes", t.bytes);
    for (u32 i = 0; i < t.pool.n; i++) {
      Wide before = {0}, after = {0};
      Expr e = t.pool.at[i];
      eval_words(ev, m, e, before.at);
      eval_words(ev, m, printed_and_parsed(e), after.at);
      assert_memory_equal(before.at, after.at, sizeof before);
    }
    model_unref(m);
    terms_done(&t);
  }
  eval_free(ev);
}

/* ---- the meaning, by Z3 ---------------------------------------------------- */

static void add_value(ExprVec *asserts, Eval *ev, const Model *m, Expr e) {
  Wide value = {0};
  eval_words(ev, m, e, value.at);
  vec_push(asserts, expr_eq(e, expr_const_words(expr_width(e), value.at)));
}

/* Equations that fix every input of e to its value in the model. */
static void add_inputs(ExprVec *asserts, Eval *ev, const Model *m, Expr e) {
  ExprVec leaves = {0};
  expr_leaves(e, &leaves);
  for (u32 i = 0; i < leaves.n; i++) {
    Expr leaf = leaves.at[i];
    Input in = expr_input(leaf);
    if (!expr_is_array(leaf)) {
      add_value(asserts, ev, m, leaf);
    } else if (input_info(in)->shape == INPUT_BYTES) {
      for (u32 k = 0; k < input_info(in)->n_cells; k++)
        add_value(asserts, ev, m, expr_var(in, 8 * k, 8));
    } else {
      u32 index_width = expr_index_width(leaf);
      for (u32 k = 0; k < 1u << index_width; k++)
        add_value(asserts, ev, m, expr_select(leaf, expr_const(index_width, k)));
    }
  }
  vec_free(&leaves);
}

static void assert_z3_says(const char *expected, const ExprVec *asserts) {
  cleanup(text_free) Text text = {0};
  script_print(&text, asserts->at, asserts->n);
  const char *got = z3_says(text_c(&text));
  if (strcmp(got, expected)) fail_msg("Z3 says %s on:\n%s", got, text_c(&text));
}

/* Once the inputs have their values, no term can have another than ours. */
static void check_meaning(Terms *t, const char *bytes_name) {
  Eval *ev = eval_new();
  Model *m = terms_model_new(t);
  ExprVec asserts = {0}, values = {0};
  if (bytes_name) copy_bytes(m, bytes_name, t->bytes);
  Expr other = expr_bool(false);
  for (u32 i = 0; i < t->pool.n; i++) {
    add_inputs(&asserts, ev, m, t->pool.at[i]);
    add_value(&values, ev, m, t->pool.at[i]);
    other = expr_or(other, expr_not(vec_last(&values)));
  }
  assert_z3_says("sat\n", &asserts);
  vec_push(&asserts, other);
  assert_z3_says("unsat\n", &asserts);
  vec_free(&asserts);
  vec_free(&values);
  model_unref(m);
  eval_free(ev);
}

static void z3_reads_the_same(void **state) {
  (void)state;
  for (u64 seed = 1; seed <= SIZED(2, 1); seed++) {
    Terms t;
    start_without_bytes(&t, seed);
    for (u32 i = 0; i < 25; i++) terms_grow(&t);
    check_meaning(&t, NULL);
    terms_done(&t);
    terms_init(&t, seed);
    for (u32 i = 0; i < 25; i++) terms_grow(&t);
    check_meaning(&t, "bytes");
    terms_done(&t);
  }
}

/* ---- the text ----------------------------------------------------------------- */

static void assert_script(const char *expected, const Expr *asserts, u32 n) {
  cleanup(text_free) Text text = {0};
  script_print(&text, asserts, n);
  assert_string_equal(text_c(&text), expected);
}

static void script_of_bits(void **state) {
  (void)state;
  Expr x = expr_var(input_bits("x", 32), 0, 32), y = expr_var(input_bits("y", 32), 0, 32);
  Expr p = expr_var(input_bool("p"), 0, 1);
  Expr sum = expr_add(x, y);
  Expr asserts[] = {expr_ult(sum, y), expr_and(p, expr_ult(sum, expr_const(32, 9)))};
  assert_script("(set-logic QF_BV)\n"
                "(declare-const x (_ BitVec 32))\n"
                "(declare-const y (_ BitVec 32))\n"
                "(declare-const p Bool)\n"
                "(define-fun ?1 () (_ BitVec 32) (bvadd x y))\n"
                "(assert (bvult ?1 y))\n"
                "(assert (and p (bvult ?1 #x00000009)))\n"
                "(check-sat)\n",
                asserts, ARRAY_LEN(asserts));
}

static void script_of_bytes(void **state) {
  (void)state;
  Input a = input_bytes("a", 2);
  Expr i = expr_var(input_bits("i", 64), 0, 64);
  Expr read = expr_select(expr_array_input(a), i);
  Expr asserts[] = {expr_ult(read, expr_var(a, 0, 8)),
                    expr_ult(expr_var(a, 4, 12), expr_const(12, 5))};
  assert_script(
      "(set-logic QF_ABV)\n"
      "(declare-const i (_ BitVec 64))\n"
      "(declare-const |a[0]| (_ BitVec 8))\n"
      "(declare-const |a[1]| (_ BitVec 8))\n"
      "(assert (bvult (select (store (store ((as const (Array (_ BitVec 64) (_ BitVec 8))) "
      "#x00) #x0000000000000000 |a[0]|) #x0000000000000001 |a[1]|) i) |a[0]|))\n"
      "(assert (bvult ((_ extract 15 4) (concat |a[1]| |a[0]|)) #x005))\n"
      "(check-sat)\n",
      asserts, ARRAY_LEN(asserts));
}

static void truth_has_two_forms(void **state) {
  (void)state;
  Expr b = expr_var(input_bits("b", 1), 0, 1), p = expr_var(input_bool("p"), 0, 1);
  Expr x = expr_var(input_bits("x", 8), 0, 8);
  Expr asserts[] = {b, p, expr_and(b, p), expr_ult(expr_zext(p, 8), x)};
  assert_script("(set-logic QF_BV)\n"
                "(declare-const b (_ BitVec 1))\n"
                "(declare-const p Bool)\n"
                "(declare-const x (_ BitVec 8))\n"
                "(assert (= b #b1))\n"
                "(assert p)\n"
                "(assert (and (= b #b1) p))\n"
                "(assert (bvult ((_ zero_extend 7) (ite p #b1 #b0)) x))\n"
                "(check-sat)\n",
                asserts, ARRAY_LEN(asserts));
}

/* Names that are words of SMT-LIB, cannot be quoted, or are taken by a byte. */
static void names_are_safe(void **state) {
  (void)state;
  Expr asserts[] = {
      expr_var(input_bool("and"), 0, 1),
      expr_var(input_bool("a|b"), 0, 1),
      expr_var(input_bool("a_b"), 0, 1),
      expr_var(input_bool("1st"), 0, 1),
      expr_var(input_bool(""), 0, 1),
      expr_var(input_bool("o[0]"), 0, 1),
      expr_var(input_bool("??9"), 0, 1),
      expr_ult(expr_var(input_bytes("o", 1), 0, 8), expr_const(8, 3)),
  };
  cleanup(text_free) Text text = {0};
  script_print(&text, asserts, ARRAY_LEN(asserts));
  assert_string_equal(z3_says(text_c(&text)), "sat\n");
  ExprVec terms = {0};
  assert_int_equal(script_terms(text_c(&text), &terms), OK);
  assert_int_equal(terms.n, ARRAY_LEN(asserts));
  for (u32 i = 0; i < terms.n; i++)
    for (u32 k = 0; k < i; k++) assert_int_not_equal(terms.at[i].id, terms.at[k].id);
  vec_free(&terms);
  assert_non_null(strstr(text_c(&text), "(declare-const and!2 Bool)"));
  assert_non_null(strstr(text_c(&text), "(declare-const |o[0]!2| (_ BitVec 8))"));
}

static void labels_are_no_inputs(void **state) {
  (void)state;
  Expr x = expr_var(input_bits("?1", 8), 0, 8), y = expr_var(input_bits("y", 8), 0, 8);
  Expr product = expr_mul(x, y);
  Expr e = expr_udiv(product, expr_xor(product, y));
  assert_comes_back(e);
  cleanup(text_free) Text text = {0};
  expr_print(&text, e);
  assert_non_null(strstr(text_c(&text), "(let ((??1 "));
}

static void a_million_deep(void **state) {
  (void)state;
  Expr x = expr_var(input_bits("x", 16), 0, 16), y = expr_var(input_bits("y", 16), 0, 16);
  Expr e = x;
  for (u32 i = 0; i < 500000; i++) e = expr_udiv(expr_xor(e, y), x);
  assert_comes_back(e);
  Expr assertion = expr_ult(e, y);
  cleanup(text_free) Text text = {0};
  ExprVec terms = {0};
  script_print(&text, &assertion, 1);
  assert_int_equal(script_terms(text_c(&text), &terms), OK);
  assert_int_equal(terms.at[0].id, assertion.id);
  vec_free(&terms);
}

/* Shared below 200 levels: as text without labels it would never end. */
static void sharing_is_kept(void **state) {
  (void)state;
  Expr e = expr_var(input_bits("x", 16), 0, 16);
  for (u32 i = 0; i < 200; i++) e = expr_udiv(e, expr_lshr(e, expr_const(16, 3)));
  cleanup(text_free) Text text = {0};
  expr_print(&text, e);
  assert_true(text.n < 20000);
  assert_comes_back(e);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, open_table, close_table)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(every_term_comes_back), CASE(scripts_come_back), CASE(bytes_are_equivalent),
      CASE(z3_reads_the_same),     CASE(script_of_bits),    CASE(script_of_bytes),
      CASE(truth_has_two_forms),   CASE(names_are_safe),    CASE(labels_are_no_inputs),
      CASE(a_million_deep),        CASE(sharing_is_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
