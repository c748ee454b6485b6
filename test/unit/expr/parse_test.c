/* parse_test.c — scripts: what every function means (by Z3), scopes, macros,
 * the place of every mistake, and that no text can crash the parser. */
#include "unit/expr/table.h"

#include "unit/expr/script.h"

#include "base/rng.h"
#include "expr/input.h"

#include <stdio.h>

/* ---- meaning, by Z3 ---------------------------------------------------------- */

static const char constants[] = "(declare-const p Bool)(declare-fun q () Bool)"
                                "(declare-const x (_ BitVec 6))(declare-const y (_ BitVec 6))"
                                "(declare-const z (_ BitVec 6))(declare-const b (_ BitVec 1))"
                                "(declare-const w (_ BitVec 70))"
                                "(declare-const m (Array (_ BitVec 6) (_ BitVec 6)))\n";

#define ZEROS "((as const (Array (_ BitVec 6) (_ BitVec 6))) #b000000)"
#define AT(i, v) "(_ bv" #i " 6) (_ bv" #v " 6))"

/* Chains of stores that look like a printed table and are none. */
#define NOT_DOUBLED "(store (store (store " ZEROS AT(2, 7) AT(1, 5) AT(0, 9)
#define NOT_TO_ZERO "(store (store (store " ZEROS AT(2, 7) AT(2, 7) AT(1, 5)
#define WITH_GAP "(store (store (store " ZEROS AT(2, 7) AT(2, 7) AT(0, 9)
#define TWO_OPEN "(ite p (store (store " ZEROS AT(2, 7) AT(2, 7) " (store " ZEROS AT(0, 1) ")"

static const char *const no_tables[] = {NOT_DOUBLED, NOT_TO_ZERO, WITH_GAP, TWO_OPEN};

/* With the sort that the term must have: a width, 0 for Bool. */
static const struct {
  const char *term;
  u32 width;
} meanings[] = {
    {"(not p)", 0},
    {"(and p q (not p) q)", 0},
    {"(and p)", 0},
    {"(or p q false)", 0},
    {"(xor p q true)", 0},
    {"(=> p q p)", 0},
    {"(=> p q)", 0},
    {"(= x y z)", 0},
    {"(= p q)", 0},
    {"(distinct x y z)", 0},
    {"(distinct p q)", 0},
    {"(ite p x y)", 6},
    {"(ite p q (not q))", 0},
    {"(bvnot x)", 6},
    {"(bvneg x)", 6},
    {"(bvand x y z)", 6},
    {"(bvor x y z)", 6},
    {"(bvxor x y z)", 6},
    {"(bvnand x y)", 6},
    {"(bvnor x y)", 6},
    {"(bvxnor x y)", 6},
    {"(bvadd x y z)", 6},
    {"(bvsub x y)", 6},
    {"(bvmul x y z)", 6},
    {"(bvudiv x y)", 6},
    {"(bvurem x y)", 6},
    {"(bvsdiv x y)", 6},
    {"(bvsrem x y)", 6},
    {"(bvsmod x y)", 6},
    {"(bvshl x y)", 6},
    {"(bvlshr x y)", 6},
    {"(bvashr x y)", 6},
    {"(bvult x y)", 0},
    {"(bvule x y)", 0},
    {"(bvugt x y)", 0},
    {"(bvuge x y)", 0},
    {"(bvslt x y)", 0},
    {"(bvsle x y)", 0},
    {"(bvsgt x y)", 0},
    {"(bvsge x y)", 0},
    {"(bvcomp x y)", 1},
    {"(bvand b (bvcomp x y))", 1},
    {"(bvredor x)", 1},
    {"(bvredand (bvor x y))", 1},
    {"(ext_rotate_left x y)", 6},
    {"(ext_rotate_right x y)", 6},
    {"(bvadd x (_ bv70 6))", 6},
    {"(concat x y b)", 13},
    {"((_ extract 4 2) x)", 3},
    {"((_ zero_extend 3) x)", 9},
    {"((_ sign_extend 3) x)", 9},
    {"((_ zero_extend 0) x)", 6},
    {"((_ repeat 3) x)", 18},
    {"((_ rotate_left 2) x)", 6},
    {"((_ rotate_left 12) x)", 6},
    {"((_ rotate_right 9) x)", 6},
    {"(bvadd w (_ bv1180591620717411303423 70))", 70},
    {"(bvmul w (_ bv123456789012345678901 70))", 70},
    {"(bvudiv w ((_ zero_extend 64) x))", 70},
    {"(bvxor w (concat #b101010 #xfedcba9876543210))", 70},
    {"(= (store m x y) (store m y x))", 0},
    {"(= m (store m x y))", 0},
    {"(= (store m x y) (store m x z))", 0},
    {"(distinct m (store m x y) (store m y x))", 0},
    {"(= ((as const (Array (_ BitVec 6) (_ BitVec 6))) y) (ite p m (store m x y)))", 0},
    {"(select m x)", 6},
    {"(select (store m x y) z)", 6},
    {"(select (store (store m x y) y z) z)", 6},
    {"(select ((as const (Array (_ BitVec 6) (_ BitVec 6))) y) x)", 6},
    {"(select " NOT_DOUBLED " x)", 6},
    {"(select " NOT_TO_ZERO " x)", 6},
    {"(select " NOT_TO_ZERO " #b000010)", 6},
    {"(select " WITH_GAP " x)", 6},
    {"(select " TWO_OPEN " x)", 6},
    {"(select (store (store " ZEROS AT(0, 9) AT(0, 9) " #b000000)", 6},
    {"(let ((x y) (y x)) (bvsub x y))", 6},
    {"(let ((x y)) (let ((y x)) (bvsub x y)))", 6},
    {"(bvadd (let ((x #b000011)) (bvmul x y)) x)", 6},
    {"(! (bvadd x y)  :named s)", 6},
};

/* A script that fixes every constant; m[i] = 3i+k. */
static void add_assignment(Text *out, Model *model, Rng *rng) {
  static const struct {
    const char *name;
    u32 width;
  } bits[] = {{"x", 6}, {"y", 6}, {"z", 6}, {"b", 1}, {"w", 70}};
  u64 flags = rng_below(rng, 4);
  for (u32 i = 0; i < 2; i++) {
    u64 flag = flags >> i & 1;
    model_set_bits(model, input_bool(i ? "q" : "p"), 0, 1, &flag);
    text_addf(out, "(assert (= %s %s))", i ? "q" : "p", flag ? "true" : "false");
  }
  for (u32 i = 0; i < ARRAY_LEN(bits); i++) {
    u64 words[2] = {rng_u64(rng), rng_u64(rng) & 63};
    if (rng_chance(rng, 4)) words[0] = rng_below(rng, 3);
    if (bits[i].width < 64) words[0] &= (1ull << bits[i].width) - 1;
    model_set_bits(model, input_bits(bits[i].name, bits[i].width), 0, bits[i].width, words);
    text_addf(out, "(assert (= %s ", bits[i].name);
    literal_print(out, bits[i].width, words);
    text_add(out, "))");
  }
  u64 k = rng_below(rng, 64);
  for (u64 i = 0; i < 64; i++) {
    u64 v = (3 * i + k) % 64;
    model_set_element(model, input_array("m", 6, 6), i, v);
    text_addf(out, "(assert (= (select m (_ bv%u 6)) (_ bv%u 6)))", (u32)i, (u32)v);
  }
}

/* Says that the term has another value than it has in the model. */
static void add_other_value(Text *out, Eval *ev, const Model *model, const char *term, u32 width) {
  u64 words[2] = {0};
  Expr e = script_term(constants, term);
  assert_int_equal(expr_width(e), MAX(width, 1));
  eval_words(ev, model, e, words);
  text_addf(out, "(not (= %s ", term);
  if (width)
    literal_print(out, width, words);
  else
    text_add(out, words[0] ? "true" : "false");
  text_add(out, "))\n");
}

/* No term can have another value than ours, once the constants have theirs. */
static void every_function_means_what_z3_says(void **state) {
  (void)state;
  Rng rng = {5};
  for (u32 k = 0; k < SIZED(20, 5); k++) {
    cleanup(text_free) Text script = {0};
    Model *model = model_new();
    Eval *ev = eval_new();
    text_add(&script, constants);
    add_assignment(&script, model, &rng);
    text_add(&script, "(check-sat)(assert (or\n");
    for (u32 i = 0; i < ARRAY_LEN(meanings); i++)
      add_other_value(&script, ev, model, meanings[i].term, meanings[i].width);
    text_add(&script, "))(check-sat)");
    const char *got = z3_says(text_c(&script));
    if (strcmp(got, "sat\nunsat\n")) fail_msg("Z3 says %s on %s", got, text_c(&script));
    eval_free(ev);
    model_unref(model);
  }
}

/* ---- equal texts ----------------------------------------------------------------- */

static void assert_same(const char *prelude, const char *a, const char *b) {
  cleanup(text_free) Text all = {0};
  text_addf(&all, "%s%s", constants, prelude);
  if (expr_same(script_term(text_c(&all), a), script_term(text_c(&all), b))) return;
  fail_msg("%s and %s differ after %s", a, b, prelude);
}

static void literals(void **state) {
  (void)state;
  assert_same("", "#xfF", "(_ bv255 8)");
  assert_same("", "#b0101", "#x5");
  assert_same("", "(_ bv340282366920938463463374607431768211455 128)", "(bvnot (_ bv0 128))");
  assert_same("", "(_ bv18446744073709551616 65)", "(concat #b1 #x0000000000000000)");
  assert_same("", "(_ bv0000000000000000000000000000000000000000007 3)", "#b111");
}

static void definitions(void **state) {
  (void)state;
  assert_same("(define-fun f ((a (_ BitVec 6)) (c (_ BitVec 6))) (_ BitVec 6) (bvsub a c))",
              "(f y x)", "(bvsub y x)");
  assert_same("(define-fun f ((a (_ BitVec 6))) (_ BitVec 6) (bvadd a x))", "(let ((x y)) (f x))",
              "(bvadd y x)");
  assert_same(
      "(define-fun f ((a (_ BitVec 6))) (_ BitVec 6) (bvudiv a x))"
      "(define-fun g ((a (_ BitVec 6)) (c (_ BitVec 6))) (_ BitVec 6) (bvurem (f c) (f a)))",
      "(g (f y) z)", "(bvurem (bvudiv z x) (bvudiv (bvudiv y x) x))");
  assert_same("(define-fun f ((a (_ BitVec 6)) (c Bool)) (_ BitVec 2) "
              "(ite c ((_ extract 3 2) a) #b00))",
              "(f (bvxor x y) p)", "(ite p ((_ extract 3 2) (bvxor x y)) #b00)");
  assert_same("(define-sort Word () (_ BitVec 6))(define-sort Mem () (Array Word Word))"
              "(define-fun f ((a Mem) (i Word)) Word (select a i))",
              "(f (store m x y) z)", "(select (store m x y) z)");
  assert_same("(define-const k (_ BitVec 6) (bvmul x x))(define-fun l () Bool (= k y))", "l",
              "(= (bvmul x x) y)");
  assert_same("(assert (! (bvult x y) :named less))", "less", "(bvult x y)");
  assert_same("(declare-const |x y| Bool)(define-fun |z z| () Bool (not |x y|))", "|z z|",
              "(not |x y|)");
  assert_same("", "|x|", "x");
}

static void tables_come_back(void **state) {
  (void)state;
  u64 words[] = {9, 0, 7};
  Expr e = script_term(constants,
                       "(store (store (store (store " ZEROS AT(2, 7) AT(2, 7) AT(1, 0) AT(0, 9));
  assert_int_equal(e.id, expr_array_table(6, 6, words, 3).id);
  for (u32 i = 0; i < ARRAY_LEN(no_tables); i++) { /* stores, as they are written */
    e = script_term(constants, no_tables[i]);
    assert_true(expr_kind(e) == EXPR_STORE || expr_kind(e) == EXPR_ITE);
  }
}

/* ---- commands ----------------------------------------------------------------------- */

static void commands_in_order(void **state) {
  (void)state;
  static const char script[] =
      "(set-logic QF_BV) ; a comment ( with | and \"\n"
      "(set-info :status sat)(set-option :produce-models true)\n"
      "(declare-const x (_ BitVec 8))(push)(push 2)\n"
      "(assert (= x #x01))(check-sat)(check-sat-assuming ((= x #x02) (= x x)))"
      "(get-model)(get-value (x (bvadd x x)))(pop 3)\n"
      "(echo \"a \"\"b\"\" c\")(get-info :name)(reset)(exit)";
  static const SmtKind kinds[] = {
      SMT_SET_LOGIC, SMT_SET_INFO, SMT_SET_OPTION, SMT_DECLARE_CONST,      SMT_PUSH,
      SMT_PUSH,      SMT_ASSERT,   SMT_CHECK_SAT,  SMT_CHECK_SAT_ASSUMING, SMT_GET_MODEL,
      SMT_GET_VALUE, SMT_POP,      SMT_ECHO,       SMT_GET_INFO,           SMT_RESET,
      SMT_EXIT,      SMT_END,
  };
  Parser *p = parser_new("t", script, strlen(script));
  for (u32 i = 0; i < ARRAY_LEN(kinds); i++) {
    const SmtCommand *c;
    assert_int_equal(parser_next(p, &c), OK);
    assert_int_equal(c->kind, kinds[i]);
    if (i == 0) assert_string_equal(c->value, "QF_BV");
    if (i == 1) assert_string_equal(c->key, ":status");
    if (i == 1) assert_string_equal(c->value, "sat");
    if (i == 3) assert_string_equal(c->key, "x");
    if (i == 4) assert_int_equal(c->n_levels, 1);
    if (i == 5) assert_int_equal(c->n_levels, 2);
    if (c->kind == SMT_CHECK_SAT_ASSUMING) assert_int_equal(c->terms.n, 2);
    if (c->kind == SMT_GET_VALUE) assert_memory_equal(c->terms.at[1].text, "(bvadd x x)", 11);
    if (c->kind == SMT_GET_VALUE) assert_int_equal(c->terms.at[1].n_text, 11);
    if (c->kind == SMT_ECHO) assert_string_equal(c->value, "a \"b\" c");
  }
  parser_free(p);
}

/* Names of the constants in scope after a script, with their widths. */
static void assert_constants(const char *script, const char *expected) {
  cleanup(text_free) Text got = {0};
  Parser *p = parser_new("t", script, strlen(script));
  const SmtCommand *c = NULL;
  do {
    Err err = parser_next(p, &c);
    if (err != OK) fail_msg("%s", err_text());
  } while (c->kind != SMT_END);
  u32 n;
  const SmtConstant *all = parser_constants(p, &n);
  for (u32 i = 0; i < n; i++) text_addf(&got, "%s%u ", all[i].name, all[i].sort.width);
  assert_string_equal(text_c(&got), expected);
  parser_free(p);
}

static void scopes(void **state) {
  (void)state;
#define BITS(name, width) "(declare-const " name " (_ BitVec " width "))"
  assert_constants(BITS("a", "2") "(push)" BITS("b", "3") "(push 2)" BITS("c", "4"), "a2 b3 c4 ");
  assert_constants(BITS("a", "2") "(push)" BITS("b", "3") "(push 2)" BITS("c", "4") "(pop 2)",
                   "a2 b3 ");
  assert_constants("(push)" BITS("b", "3") "(pop)" BITS("b", "9"), "b9 ");
  assert_constants("(set-option :global-declarations true)(push)" BITS("b", "3") "(pop)", "b3 ");
  assert_constants(BITS("a", "2") "(reset-assertions)", "");
  assert_constants(BITS("a", "2") "(push)(reset)(push)" BITS("a", "3"), "a3 ");
  assert_constants("(push)(define-fun f ((x Bool)) Bool x)(pop)(declare-const f Bool)", "f1 ");
}

/* ---- mistakes -------------------------------------------------------------------------- */

static const struct {
  const char *script, *error;
} mistakes[] = {
    {"(check-sat", "t:1:1: this '(' is never closed"},
    {"(assert\n  (and true\n (or true false)", "t:2:3: this '(' is never closed"},
    {"(check-sat))", "t:1:12: this ')' closes nothing"},
    {"check-sat", "t:1:1: expected a command, found 'check-sat'"},
    {"\n (solve)", "t:2:3: unknown command 'solve'"},
    {"()", "t:1:2: expected the name of a command, found ')'"},
    {"(check-sat 1)", "t:1:12: expected ')' after check-sat, found '1'"},
    {"(assert)", "t:1:8: expected a term, found ')'"},
    {"(assert true false)", "t:1:14: expected ')' after assert, found 'false'"},
    {"(assert x)", "t:1:9: unknown symbol 'x'"},
    {"(assert (f true))", "t:1:10: unknown symbol 'f'"},
    {"(assert #b1)", "t:1:9: this term has sort (_ BitVec 1), expected Bool"},
    {"(assert (not #b1))", "t:1:14: operand 1 of not has sort (_ BitVec 1), expected Bool"},
    {"(assert (= #b1\n true))", "t:2:2: operand 2 of = has sort Bool, expected (_ BitVec 1)"},
    {"(assert (= (bvadd #x1 #b1) #x1))",
     "t:1:23: operand 2 of bvadd has sort (_ BitVec 1), expected (_ BitVec 4)"},
    {"(assert (bvult true true))",
     "t:1:16: operand 1 of bvult has sort Bool, expected a bit-vector"},
    {"(assert (ite true #b1 #b11))",
     "t:1:23: operand 3 of ite has sort (_ BitVec 2), expected (_ BitVec 1)"},
    {"(assert (not true true))", "t:1:9: not takes 1 operand, not 2"},
    {"(assert (= true))", "t:1:9: = takes at least 2 operands, not 1"},
    {"(assert (and))", "t:1:9: and takes at least 1 operand, not 0"},
    {"(assert (bvult #b1 #b1 #b1))", "t:1:9: bvult takes 2 operands, not 3"},
    {"(assert and)", "t:1:9: 'and' is a function and needs operands"},
    {"(assert (extract #b1))", "t:1:10: 'extract' needs indices: ((_ extract …) …)"},
    {"(assert ((_ bvadd 1) #b1))", "t:1:13: 'bvadd' is not a function with indices"},
    {"(assert ((_ extract 1 2) #b111))",
     "t:1:9: cannot extract bits 1 to 2 of a bit-vector of 3 bits"},
    {"(assert ((_ extract 3 0) #b111))",
     "t:1:9: cannot extract bits 3 to 0 of a bit-vector of 3 bits"},
    {"(assert ((_ extract 1) #b111))", "t:1:22: expected an index, found ')'"},
    {"(assert (= ((_ repeat 0) #b1) #b1))", "t:1:12: cannot repeat a bit-vector 0 times"},
    {"(assert (= ((_ zero_extend 99999) #b1) #b1))",
     "t:1:12: bit-vectors of more than 32768 bits are not supported"},
    {"(assert (= ((_ repeat 40000) #b1) #b1))",
     "t:1:12: bit-vectors of more than 32768 bits are not supported"},
    {"(assert (= (_ bv4 0) #b00))", "t:1:19: a bit-vector has at least one bit"},
    {"(assert (= (_ foo 2) #b00))",
     "t:1:15: expected a literal such as (_ bv7 32) or ((_ function …) …)"},
    {"(assert (= 1 2))", "t:1:12: integers and reals are not supported; write (_ bv1 width)"},
    {"(assert #xyz)", "t:1:9: malformed hexadecimal literal"},
    {"(assert #b)", "t:1:9: malformed binary literal"},
    {"(assert #b012)", "t:1:9: malformed binary literal"},
    {"(assert #d12)", "t:1:9: expected #x… or #b…"},
    {"(assert 12a)", "t:1:9: malformed number"},
    {"(assert |a)", "t:1:9: this '|' is never closed"},
    {"(assert |a\\b|)", "t:1:11: this character cannot be part of a |quoted symbol|"},
    {"(echo \"a\n", "t:1:7: this string is never closed"},
    {"(assert {)", "t:1:9: unexpected character '{'"},
    {"(assert \x01)", "t:1:9: unexpected byte 0x01"},
    {"(assert :x)", "t:1:9: expected a term, found ':x'"},
    {"(declare-const x)", "t:1:17: expected a sort, found ')'"},
    {"(declare-const x Int)", "t:1:18: unknown sort 'Int'"},
    {"(declare-const x (_ BitVec 0))", "t:1:28: a bit-vector has at least one bit"},
    {"(declare-const x (_ BitVec 99999999999999999999))", "t:1:28: this number is too large"},
    {"(declare-const x (_ FloatingPoint 8 24))", "t:1:21: unknown sort 'FloatingPoint'"},
    {"(declare-const x (Array Bool (Array Bool Bool)))",
     "t:1:30: arrays of arrays are not supported"},
    {"(declare-const x (Array (_ BitVec 65) (_ BitVec 1)))",
     "t:1:25: indices of arrays have at most 64 bits"},
    {"(declare-const x Bool)(declare-const x Bool)", "t:1:38: 'x' is declared already"},
    {"(declare-const bvadd Bool)",
     "t:1:16: 'bvadd' has a meaning of its own and cannot be given another"},
    {"(declare-const let Bool)",
     "t:1:16: 'let' has a meaning of its own and cannot be given another"},
    {"(declare-fun f ((Array Bool Bool)) Bool)",
     "t:1:17: functions of or to arrays are not supported"},
    {"(declare-fun f (Bool) (Array Bool Bool))",
     "t:1:23: functions of or to arrays are not supported"},
    {"(declare-fun f (Bool) Bool)(assert (f #b1))",
     "t:1:39: operand 1 has sort (_ BitVec 1), expected Bool"},
    {"(declare-sort S 1)", "t:1:17: sorts with parameters are not supported"},
    {"(declare-sort S 0)(declare-const s S)(assert (= s #x00000000))",
     "t:1:51: operand 2 of = has sort (_ BitVec 32), expected S"},
    {"(define-fun-rec f () Bool true)", "t:1:2: recursive functions are not supported"},
    {"(define-sort S (X) X)", "t:1:17: sorts with parameters are not supported"},
    {"(define-fun f () Bool #b1)", "t:1:23: the body has sort (_ BitVec 1), expected Bool"},
    {"(define-fun f ((x Bool) (x Bool)) Bool x)", "t:1:26: 'x' cannot be a parameter here"},
    {"(define-fun f ((x Bool)) Bool x)(assert (f))",
     "t:1:41: this function takes 1 operand, not 0"},
    {"(define-fun f ((x Bool)) Bool x)(assert (f #b1))",
     "t:1:44: operand 1 has sort (_ BitVec 1), expected Bool"},
    {"(define-fun f ((x Bool)) Bool x)(assert x)", "t:1:41: unknown symbol 'x'"},
    {"(define-fun f ((x Bool)) Bool (f x))", "t:1:32: unknown symbol 'f'"},
    {"(define-fun f ((x Bool)) Bool (! x :named n))",
     "t:1:43: a term with parameters in it cannot be named"},
    {"(assert (let ((x true) (x false)) x))", "t:1:9: 'x' is bound twice by this let"},
    {"(assert (let ((x true) (y x)) y))", "t:1:27: unknown symbol 'x'"},
    {"(assert (let ((x true)) x x))", "t:1:27: expected ')' after the body of let, found 'x'"},
    {"(assert (and (let ((x true)) x) x))", "t:1:33: unknown symbol 'x'"},
    {"(assert (let () true))", "t:1:15: expected a binding of let, found ')'"},
    {"(assert (! true))", "t:1:16: expected an attribute, found ')'"},
    {"(assert (forall ((x Bool)) x))", "t:1:10: quantifiers are not supported"},
    {"(declare-const a (Array Bool Bool))(declare-const b (Array Bool (_ BitVec 1)))(assert (= a "
     "b))",
     "t:1:92: operand 2 of = has sort (Array Bool (_ BitVec 1)), expected (Array Bool Bool)"},
    {"(declare-const a (Array (_ BitVec 2) (_ BitVec 2)))(assert (= (select a #b1) #b00))",
     "t:1:73: operand 2 of select has sort (_ BitVec 1), expected (_ BitVec 2)"},
    {"(push)(pop 2)", "t:1:7: cannot pop 2 levels, 1 are open"},
    {"(push x)", "t:1:7: expected a number of levels, found 'x'"},
    {"(push)(declare-const x Bool)(pop)(assert x)", "t:1:42: unknown symbol 'x'"},
    {"(get-value x)", "t:1:12: expected '(' and terms, found 'x'"},
    {"(set-info status)", "t:1:11: expected a keyword, found 'status'"},
};

static void every_mistake_has_its_place(void **state) {
  (void)state;
  for (u32 i = 0; i < ARRAY_LEN(mistakes); i++) {
    ExprVec terms = {0};
    Err err = script_terms(mistakes[i].script, &terms);
    vec_free(&terms);
    if (err == OK) fail_msg("accepted: %s", mistakes[i].script);
    assert_int_equal(err, ERR_INPUT);
    assert_string_equal(err_text(), mistakes[i].error);
  }
}

/* ---- size and malice -------------------------------------------------------------------- */

static void repeat_text(Text *out, const char *s, u32 n) {
  for (u32 i = 0; i < n; i++) text_add(out, s);
}

static void a_million_deep(void **state) {
  (void)state;
  enum { N = 1000000 };
  cleanup(text_free) Text nots = {0}, lets = {0}, open = {0};
  repeat_text(&nots, "(not ", N);
  text_add(&nots, "p");
  repeat_text(&nots, ")", N);
  assert_same("", text_c(&nots), "p");
  repeat_text(&lets, "(let ((x (bvxor x y))) ", N / 4);
  text_add(&lets, "x");
  repeat_text(&lets, ")", N / 4);
  assert_int_equal(expr_width(script_term(constants, text_c(&lets))), 6);
  repeat_text(&open, "(", N);
  ExprVec terms = {0};
  assert_int_equal(script_terms(text_c(&open), &terms), ERR_INPUT);
}

static void a_wide_conjunction(void **state) {
  (void)state;
  cleanup(text_free) Text text = {0};
  text_add(&text, "(and");
  repeat_text(&text, " (bvult x y) q", 200000);
  text_add(&text, ")");
  assert_int_equal(expr_width(script_term(constants, text_c(&text))), 1);
}

/* One change: a byte, a cut, a piece doubled or two pieces swapped. */
static void mutate(Rng *rng, Text *t) {
  static const char alphabet[] = "()|\";:#_!. \n0123456789abxyzpqlet\\\x80";
  size_t a = rng_below(rng, t->n), b = a + rng_below(rng, MIN(t->n - a, 20)) + 1;
  cleanup(text_free) Text out = {0};
  text_add_n(&out, t->at, a);
  u64 choice = rng_below(rng, 4);
  if (choice == 0) text_add_char(&out, alphabet[rng_below(rng, sizeof alphabet)]);
  if (choice == 1) text_add_n(&out, t->at + a, b - a);
  if (choice <= 1) text_add_n(&out, t->at + a, b - a);
  if (choice == 2) text_add_char(&out, alphabet[rng_below(rng, sizeof alphabet)]);
  text_add_n(&out, t->at + b, t->n - b);
  if (!out.n) text_add_char(&out, '(');
  text_clear(t);
  text_add_n(t, text_c(&out), out.n);
}

static u32 parse_all(const Text *t) {
  Parser *p = parser_new("t", t->at, t->n);
  const SmtCommand *c;
  u32 n = 0;
  while (parser_next(p, &c) == OK && c->kind != SMT_END) n++;
  parser_free(p);
  return n;
}

static void no_text_crashes(void **state) {
  (void)state;
  Rng rng = {77};
  u32 n_commands = 0;
  cleanup(text_free) Text seed = {0}, t = {0};
  text_add(&seed, constants);
  text_add(&seed, "(define-fun f ((a (_ BitVec 6)) (c Bool)) (_ BitVec 6) (ite c a x))(push 1)\n");
  for (u32 i = 0; i < ARRAY_LEN(meanings); i++)
    text_addf(&seed, "(get-value (%s (f y p)))", meanings[i].term);
  text_add(&seed, "(pop 1)(check-sat)(echo \"a\"\"b\")(exit)");
  for (u32 i = 0; i < SIZED(3000, 300); i++) {
    text_clear(&t);
    text_add_n(&t, seed.at, seed.n);
    if (rng_chance(&rng, 2)) { /* short ones get past their mistakes more often */
      size_t from = rng_below(&rng, seed.n);
      text_clear(&t);
      text_add(&t, constants);
      text_add_n(&t, seed.at + from, MIN(seed.n - from, 60));
    }
    for (u64 k = 1 + rng_below(&rng, 4); k > 0; k--) mutate(&rng, &t);
    n_commands += parse_all(&t);
  }
  assert_true(n_commands > 1000); /* most were not refused at once */
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, open_table, close_table)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(every_function_means_what_z3_says),
      CASE(literals),
      CASE(definitions),
      CASE(tables_come_back),
      CASE(commands_in_order),
      CASE(scopes),
      CASE(every_mistake_has_its_place),
      CASE(a_million_deep),
      CASE(a_wide_conjunction),
      CASE(no_text_crashes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
