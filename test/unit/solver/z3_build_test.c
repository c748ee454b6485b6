/* z3_build_test.c — the translation agrees with evaluation: under a model, Z3's
 * simplifier brings the translated term to the value that eval gives. */
#include "z3/z3_build.h"

#include "unit/solver/terms.h"
#include "unit/unit.h"

static Z3_context context_new(void) {
  Z3_config config = Z3_mk_config();
  Z3_context c = Z3_mk_context_rc(config);
  Z3_del_config(config);
  return c;
}

typedef struct Leaves {
  VEC(Z3_ast) from, to; /* a constant and its value; referenced */
} Leaves;

/* `from` is referenced by the builder: `to` may be the result of the last call. */
static void add_leaf(Z3_context c, Leaves *l, Z3_ast from, Z3_ast to) {
  Z3_inc_ref(c, from);
  Z3_inc_ref(c, to);
  vec_push(&l->from, from);
  vec_push(&l->to, to);
}

static void free_leaves(Z3_context c, Leaves *l) {
  for (u32 i = 0; i < l->from.n; i++) {
    Z3_dec_ref(c, l->from.at[i]);
    Z3_dec_ref(c, l->to.at[i]);
  }
  vec_free(&l->from);
  vec_free(&l->to);
}

static Z3_ast number(Z3_context c, u32 width, const u64 *words) {
  bool bits[256];
  for (u32 i = 0; i < width; i++) bits[i] = words[i / 64] >> (i % 64) & 1;
  return Z3_mk_bv_numeral(c, width, bits);
}

/* All of a sparse input: zero but for every index that is not. */
static Z3_ast array_value(Z3_context c, const Model *m, Input in) {
  const InputInfo *info = input_info(in);
  u64 word = 0;
  Z3_ast zero = number(c, info->elem_width, &word);
  Z3_inc_ref(c, zero);
  Z3_ast a = Z3_mk_const_array(c, Z3_mk_bv_sort(c, info->index_width), zero);
  Z3_inc_ref(c, a);
  for (u64 i = 0; i < 1ull << info->index_width; i++) {
    word = model_get_element(m, in, i);
    if (!word) continue;
    Z3_ast index = number(c, info->index_width, &i);
    Z3_inc_ref(c, index);
    Z3_ast element = number(c, info->elem_width, &word);
    Z3_inc_ref(c, element);
    a = Z3_mk_store(c, a, index, element);
    Z3_inc_ref(c, a);
  }
  return a;
}

static void add_input(Z3_context c, Z3Build *b, const Model *m, Input in, Leaves *l) {
  const InputInfo *info = input_info(in);
  if (info->shape == INPUT_ARRAY) {
    Z3_ast leaf = z3_build_sparse(b, in);
    add_leaf(c, l, leaf, array_value(c, m, in));
  } else if (info->shape == INPUT_BYTES) {
    for (u32 i = 0; i < info->n_cells; i++) {
      u64 byte = model_byte(m, info->first_cell + i);
      Z3_ast leaf = z3_build_dense(b, in, i);
      add_leaf(c, l, leaf, number(c, 8, &byte));
    }
  } else {
    u64 words[4] = {0};
    model_get_bits(m, in, 0, info->n_bits, words);
    Z3_ast leaf = z3_build_dense(b, in, 0);
    if (info->shape == INPUT_BOOL)
      add_leaf(c, l, leaf, words[0] ? Z3_mk_true(c) : Z3_mk_false(c));
    else
      add_leaf(c, l, leaf, number(c, info->n_bits, words));
  }
}

/* The term with every leaf replaced by its value, simplified. */
static Z3_ast value_of(Z3_context c, const Leaves *l, Z3_ast term) {
  Z3_ast open = Z3_substitute(c, term, l->from.n, l->from.at, l->to.at);
  Z3_inc_ref(c, open);
  Z3_ast value = Z3_simplify(c, open);
  Z3_dec_ref(c, open);
  return value;
}

static void check_value(Z3_context c, Z3Build *b, Eval *ev, const Model *m, const Leaves *l,
                        Expr e) {
  u64 words[8];
  assert_true(expr_width(e) <= 8 * 64);
  eval_words(ev, m, e, words);
  bool bits[512];
  for (u32 i = 0; i < expr_width(e); i++) bits[i] = words[i / 64] >> (i % 64) & 1;
  Z3_ast want = Z3_mk_bv_numeral(c, expr_width(e), bits);
  Z3_inc_ref(c, want);
  Z3_ast got = value_of(c, l, z3_build(b, e));
  if (!Z3_is_eq_ast(c, want, got)) {
    print_error("%s is, by evaluation, ", Z3_ast_to_string(c, z3_build(b, e)));
    print_error("%s\n", Z3_ast_to_string(c, want));
    fail_msg("and by Z3 %s", Z3_ast_to_string(c, got));
  }
  if (expr_width(e) == 1) {
    Z3_lbool truth = Z3_get_bool_value(c, value_of(c, l, z3_build_bool(b, e)));
    assert_int_equal(truth, words[0] ? Z3_L_TRUE : Z3_L_FALSE);
  }
}

static void try_terms(u64 seed, void (*open)(Terms *), u32 n_terms) {
  expr_open();
  Terms t = {.rng = {seed}};
  open(&t);
  Z3_context c = context_new();
  Z3Build *b = z3_build_new(c);
  Eval *ev = eval_new();
  Model *m = terms_model_new(&t);
  Leaves l = {0};
  for (u32 i = 0; i < t.inputs.n; i++) add_input(c, b, m, t.inputs.at[i], &l);
  u32 first = t.words.n;
  terms_grow(&t, n_terms);
  for (u32 i = first; i < t.words.n; i++)
    if (expr_width(t.words.at[i]) <= 512) check_value(c, b, ev, m, &l, t.words.at[i]);
  free_leaves(c, &l);
  eval_free(ev);
  model_unref(m);
  z3_build_free(b);
  Z3_del_context(c);
  terms_done(&t);
  expr_close();
}

static void random_terms(void **state) {
  (void)state;
  for (u64 seed = 1; seed <= ROUNDS(150); seed++) try_terms(seed, terms_open_wide, 40);
  for (u64 seed = 1; seed <= ROUNDS(100); seed++) try_terms(seed, terms_open_tiny, 40);
}

/* Longer chains of stores than are resolved by hand, on contents with names. */
static void grow_stores(Terms *t) {
  terms_open_wide(t);
  Expr bytes = expr_array_input(input_bytes("b", 9));
  u64 elements[5] = {9, 8, 7, 6, 5};
  Expr table = expr_array_table(64, 8, elements, 5);
  Expr index = expr_zext(expr_var(input_bits("x", 32), 0, 4), 64);
  for (u32 i = 0; i < 80; i++) {
    Expr at =
        expr_add(expr_zext(expr_var(input_bits("x", 32), i % 28, 4), 64), expr_const(64, i % 5));
    Expr element = expr_var(input_bits("z", 64), i % 56, 8);
    bytes = expr_store(bytes, at, element);
    table = expr_store(table, at, element);
    if (i % 9 == 8) vec_push(&t->words, expr_select(bytes, index));
    if (i % 9 == 7) vec_push(&t->words, expr_select(table, index));
  }
  vec_push(&t->arrays, bytes);
  vec_push(&t->arrays, table);
}

static void long_stores(void **state) {
  (void)state;
  for (u64 seed = 1; seed <= 10; seed++) try_terms(seed, grow_stores, 20);
}

/* An array of bytes read at every index, past its end too. */
static void past_the_end(void **state) {
  (void)state;
  expr_open();
  Input in = input_bytes("b", 5);
  Expr read = expr_select(expr_array_input(in), expr_var(input_bits("i", 64), 0, 64));
  Z3_context c = context_new();
  Z3Build *b = z3_build_new(c);
  Eval *ev = eval_new();
  static const u64 indices[] = {0, 1, 2, 3, 4, 5, 7, 8, 1ull << 32, 1ull << 63, UINT64_MAX};
  for (u32 i = 0; i < ARRAY_LEN(indices); i++) {
    Model *m = model_new();
    for (u32 k = 0; k < 5; k++) model_set_byte(m, input_info(in)->first_cell + k, (u8)(k + 10));
    model_set_bits(m, input_bits("i", 64), 0, 64, &indices[i]);
    assert_int_equal(eval(ev, m, read), indices[i] < 5 ? indices[i] + 10 : 0);
    Leaves l = {0};
    add_input(c, b, m, in, &l);
    add_input(c, b, m, input_bits("i", 64), &l);
    check_value(c, b, ev, m, &l, read);
    free_leaves(c, &l);
    model_unref(m);
  }
  eval_free(ev);
  z3_build_free(b);
  Z3_del_context(c);
  expr_close();
}

/* A width-1 chain must not become a tower of conversions between Bool and bits. */
static void one_bit_stays_bool(void **state) {
  (void)state;
  expr_open();
  Expr x = expr_var(input_bits("x", 8), 0, 8), y = expr_var(input_bits("y", 8), 0, 8);
  Expr e = expr_xor(expr_and(expr_ult(x, y), expr_var(input_bool("p"), 0, 1)),
                    expr_slt(y, expr_const(8, 3)));
  Z3_context c = context_new();
  Z3Build *b = z3_build_new(c);
  const char *text = Z3_ast_to_string(c, z3_build_bool(b, e));
  assert_null(strstr(text, "ite"));
  assert_null(strstr(text, "#b1"));
  assert_int_equal(Z3_get_bv_sort_size(c, Z3_get_sort(c, z3_build(b, e))), 1);
  assert_ptr_equal(z3_build_bool(b, e), z3_build_bool(b, e));
  z3_build_free(b);
  Z3_del_context(c);
  expr_close();
}

static void million_deep(void **state) {
  (void)state;
  expr_open();
  Expr x = expr_var(input_bits("x", 32), 0, 32), e = x;
  for (u32 i = 0; i < 500000; i++) e = expr_udiv(expr_not(e), x);
  Z3_context c = context_new();
  Z3Build *b = z3_build_new(c);
  assert_non_null(z3_build(b, e));
  z3_build_free(b);
  Z3_del_context(c);
  expr_close();
}

static Expr kept_alive;
static void mark_kept(void *user) {
  (void)user;
  expr_mark(kept_alive);
}

/* After a sweep a handle can name another term: the memo must not. */
static void sweep_drops_memo(void **state) {
  (void)state;
  expr_open();
  Expr x = expr_var(input_bits("x", 32), 0, 32);
  kept_alive = x;
  expr_roots_add(mark_kept, NULL);
  Z3_context c = context_new();
  Z3Build *b = z3_build_new(c);
  Expr before = expr_udiv(x, expr_const(32, 77));
  z3_build(b, before);
  expr_sweep();
  Expr seven = expr_const(32, 7), after = EXPR_NONE;
  for (u32 i = 0; i < 8 && !expr_same(after, before); i++)
    after = expr_urem(x, i ? expr_const(32, 100 + i) : seven);
  assert_true(expr_same(after, before)); /* the slot was used again */
  assert_non_null(strstr(Z3_ast_to_string(c, z3_build(b, after)), "bvurem"));
  z3_build_free(b);
  Z3_del_context(c);
  expr_roots_remove(mark_kept, NULL);
  expr_close();
}

/* z3_build_op gives the same as building the interned term. */
static void operations_alone(void **state) {
  (void)state;
  expr_open();
  Expr x = expr_var(input_bits("x", 8), 0, 8), y = expr_var(input_bits("y", 8), 0, 8);
  Z3_context c = context_new();
  Z3Build *b = z3_build_new(c);
  Z3_ast kids[3] = {z3_build(b, x), z3_build(b, y)};
  Expr order = expr_ult(x, y), part = expr_extract(expr_mul(x, y), 2, 3);
  assert_ptr_equal(z3_build_op(b, EXPR_ULT, 1, 0, kids), z3_build(b, order));
  Z3_ast product = z3_build_op(b, EXPR_MUL, 8, 0, kids);
  assert_ptr_equal(z3_build_op(b, EXPR_EXTRACT, 3, 2, &product), z3_build(b, part));
  Z3_ast arms[3] = {z3_build(b, order), kids[0], kids[1]};
  assert_ptr_equal(z3_build_op(b, EXPR_ITE, 8, 0, arms), z3_build(b, expr_ite(order, x, y)));
  z3_build_free(b);
  Z3_del_context(c);
  expr_close();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_terms),     cmocka_unit_test(long_stores),
      cmocka_unit_test(past_the_end),     cmocka_unit_test(one_bit_stays_bool),
      cmocka_unit_test(million_deep),     cmocka_unit_test(sweep_drops_memo),
      cmocka_unit_test(operations_alone),
  };
  return cmocka_run_group_tests_name("z3_build", tests, NULL, NULL);
}
