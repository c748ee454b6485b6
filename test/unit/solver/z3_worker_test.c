/* z3_worker_test.c — answers of the Z3 process are right, whatever happens to it.
 *
 * YES: the model makes every term true under eval.  NO: no model of a tiny
 * domain does.  Sequences that grow and shrink: the same answer as a fresh
 * process.  And the process is killed, starved and hurried.
 */
#include "solver/z3/z3_worker.h"

#include "base/clock.h"
#include "base/helper.h"
#include "unit/solver/terms.h"
#include "unit/unit.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static Worker *worker;
static Eval *evaluator;

static int set_up(void **state) {
  (void)state;
  expr_open();
  worker = worker_new(0);
  evaluator = eval_new();
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  worker = worker_free(worker);
  evaluator = eval_free(evaluator);
  expr_close();
  errno = 0;
  assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child is left */
  assert_int_equal(errno, ECHILD);
  return 0;
}

static Answer ask_with(Worker *w, const Expr *terms, u32 n) {
  Model *m = model_new();
  Reason reason;
  Answer a = worker_bits(w, terms, n, clock_after(60 * NS_PER_S), m, &reason);
  if (a == ANSWER_UNKNOWN) fail_msg("unknown: %s", reason_text(reason));
  if (a == ANSWER_YES)
    for (u32 i = 0; i < n; i++) assert_true(eval_true(evaluator, m, terms[i]));
  model_unref(m);
  return a;
}

static Answer ask(const Expr *terms, u32 n) {
  return ask_with(worker, terms, n);
}

static Answer ask_one(Expr e) {
  return ask(&e, 1);
}

static Expr word(const char *name, u32 width) {
  return expr_var(input_bits(name, width), 0, width);
}

/* ---- answers ------------------------------------------------------------- */

static void by_hand(void **state) {
  (void)state;
  Expr x = word("x", 32), y = word("y", 32), ten = expr_const(32, 10);
  assert_int_equal(ask(NULL, 0), ANSWER_YES);
  assert_int_equal(ask_one(expr_bool(true)), ANSWER_YES);
  assert_int_equal(ask_one(expr_bool(false)), ANSWER_NO);
  assert_int_equal(ask_one(expr_eq(expr_mul(x, y), expr_const(32, 391))), ANSWER_YES);
  Expr terms[] = {expr_ult(x, ten), expr_ult(y, x), expr_ult(expr_const(32, 9), y)};
  assert_int_equal(ask(terms, 2), ANSWER_YES);
  assert_int_equal(ask(terms, 3), ANSWER_NO);
  assert_int_equal(ask(terms, 1), ANSWER_YES);
  assert_int_equal(worker_stats(worker).n_spawned, 1);
  assert_int_equal(worker_stats(worker).n_bits, 7);
}

/* Only what the terms mention changes in a model that is given. */
static void model_is_patched(void **state) {
  (void)state;
  Input in = input_bits("x", 32);
  Expr e = expr_eq(expr_var(in, 8, 8), expr_const(8, 7));
  Model *m = model_new();
  u64 word_before = 0xaabbccdd, word_after;
  Reason reason;
  model_set_bits(m, in, 0, 32, &word_before);
  assert_int_equal(worker_bits(worker, &e, 1, NEVER_NS, m, &reason), ANSWER_YES);
  assert_int_equal(reason, REASON_NONE);
  model_get_bits(m, in, 0, 32, &word_after);
  assert_int_equal(word_after, 0xaabb07dd);
  model_unref(m);
}

static void wide_constants_and_tables(void **state) {
  (void)state;
  u64 words[] = {1, 2, 3}, elements[] = {3, 1, 4, 1, 5, 9, 2, 6};
  Expr w = word("w", 150), i = word("i", 64);
  assert_int_equal(ask_one(expr_eq(w, expr_const_words(150, words))), ANSWER_YES);
  Expr read = expr_select(expr_array_table(64, 8, elements, 8), i);
  assert_int_equal(ask_one(expr_eq(read, expr_const(8, 9))), ANSWER_YES);
  assert_int_equal(ask_one(expr_eq(read, expr_const(8, 7))), ANSWER_NO);
}

/* Elements that only an ite, a store or another read selects. */
static void sparse_arrays(void **state) {
  (void)state;
  Expr a = expr_array_input(input_array("A", 32, 32)),
       b = expr_array_input(input_array("B", 32, 32));
  Expr i = word("i", 32), j = word("j", 32), k = expr_const(32, 1000);
  Expr nested = expr_select(a, expr_select(b, expr_select(a, i)));
  Expr mixed = expr_select(expr_store(expr_ite(expr_ult(i, j), a, b), j, k), expr_add(i, k));
  Expr terms[] = {expr_eq(nested, expr_const(32, 77)), expr_ult(k, mixed),
                  expr_not(expr_eq(expr_select(a, i), expr_select(b, i)))};
  assert_int_equal(ask(terms, 3), ANSWER_YES);
  Expr same[] = {expr_eq(i, j), expr_not(expr_eq(expr_select(a, i), expr_select(a, j)))};
  assert_int_equal(ask(same, 2), ANSWER_NO);
}

static bool has_tiny_model(const Expr *terms, u32 n) {
  for (u32 code = 0; code < 1u << 11; code++) {
    Model *m = model_new();
    model_set_bits(m, input_bits("x", 3), 0, 3, &(u64){code & 7});
    model_set_bits(m, input_bits("y", 3), 0, 3, &(u64){code >> 3 & 7});
    model_set_bits(m, input_bool("p"), 0, 1, &(u64){code >> 6 & 1});
    model_set_element(m, input_array("A", 1, 2), 0, code >> 7 & 3);
    model_set_element(m, input_array("A", 1, 2), 1, code >> 9 & 3);
    bool holds = true;
    for (u32 i = 0; i < n && holds; i++) holds = eval_true(evaluator, m, terms[i]);
    model_unref(m);
    if (holds) return true;
  }
  return false;
}

static void random_tiny(void **state) {
  (void)state;
  u32 n_no = 0;
  for (u64 seed = 1; seed <= 120; seed++) {
    Terms t = {.rng = {seed}};
    terms_open_tiny(&t);
    terms_grow(&t, 20);
    Expr terms[3];
    for (u32 i = 0; i < 3; i++) terms[i] = terms_condition(&t);
    Answer a = ask(terms, 3);
    if (a == ANSWER_NO) assert_false(has_tiny_model(terms, 3));
    n_no += a == ANSWER_NO;
    terms_done(&t);
  }
  assert_in_range(n_no, 10, 110); /* both answers were put to the test */
}

static void random_wide(void **state) {
  (void)state;
  u32 n_yes = 0;
  for (u64 seed = 1; seed <= 60; seed++) {
    Terms t = {.rng = {seed}};
    terms_open_wide(&t);
    terms_grow(&t, 12);
    Expr terms[2] = {terms_condition(&t), terms_condition(&t)};
    Model *m = model_new();
    Reason reason;
    Answer a = worker_bits(worker, terms, 2, clock_after(300 * NS_PER_MS), m, &reason);
    for (u32 i = 0; i < 2 && a == ANSWER_YES; i++) assert_true(eval_true(evaluator, m, terms[i]));
    n_yes += a == ANSWER_YES;
    model_unref(m);
    terms_done(&t);
  }
  assert_true(n_yes > 10);
}

/* Walks up and down a tree of conditions; a second process, whose sequence is
 * emptied before each question, must agree. */
static void prefix_is_kept(void **state) {
  (void)state;
  Worker *fresh = worker_new(0);
  Terms t = {.rng = {7}};
  terms_open_tiny(&t);
  ExprVec path = {0};
  u32 n_no = 0;
  for (u32 step = 0; step < 250; step++) {
    u32 drop = (u32)rng_below(&t.rng, 3);
    path.n -= MIN(drop, path.n);
    terms_grow(&t, 1);
    for (u32 i = 0; i <= rng_below(&t.rng, 2); i++) vec_push(&path, terms_condition(&t));
    ask_with(fresh, NULL, 0);
    Answer a = ask(path.at, path.n);
    assert_int_equal(a, ask_with(fresh, path.at, path.n));
    if (a == ANSWER_NO) assert_false(has_tiny_model(path.at, path.n));
    n_no += a == ANSWER_NO;
    if (a == ANSWER_NO) path.n /= 2;
  }
  assert_in_range(n_no, 10, 240);
  vec_free(&path);
  terms_done(&t);
  worker_free(fresh);
}

static void cores(void **state) {
  (void)state;
  Expr x = word("x", 32), y = word("y", 32), z = word("z", 32);
  Expr terms[] = {expr_ult(z, expr_const(32, 5)), expr_ult(x, y), expr_ult(y, expr_const(32, 9)),
                  expr_ult(expr_const(32, 20), x)};
  bool in_core[4] = {0};
  Reason reason;
  assert_int_equal(worker_core(worker, terms, 4, NEVER_NS, in_core, &reason), ANSWER_NO);
  assert_false(in_core[0]);
  assert_true(in_core[1] && in_core[2] && in_core[3]);
  assert_int_equal(worker_core(worker, terms, 3, NEVER_NS, in_core, &reason), ANSWER_YES);
  assert_int_equal(ask(terms, 3), ANSWER_YES);
  assert_int_equal(ask(terms, 4), ANSWER_NO);
}

/* ---- integers ------------------------------------------------------------ */

static u32 node(IntNodes *arena, IntOp op, u32 a, u32 b, i64 k) {
  vec_push(arena, ((IntNode){.op = op, .a = a, .b = b, .k = k}));
  return arena->n - 1;
}

static u32 less(IntNodes *arena, u32 a, u32 b) {
  return node(arena, INT_NOT, node(arena, INT_LE, b, a, 0), 0, 0);
}

static Answer ask_ints(const IntNodes *arena, const u32 *roots, u32 n, i64 *values, u32 n_values) {
  Reason reason;
  return worker_ints(worker, arena, roots, n, NEVER_NS, values, n_values, &reason);
}

static void integers(void **state) {
  (void)state;
  IntNodes arena = {0};
  u32 x = node(&arena, INT_VAR, 0, 0, 0), y = node(&arena, INT_VAR, 0, 0, 1);
  node(&arena, INT_VAR, 0, 0, 2); /* mentioned by no root */
  u32 seven = node(&arena, INT_CONST, 0, 0, 7);
  u32 sum = node(&arena, INT_ADD, node(&arena, INT_SCALE, x, 0, 3), y, 0);
  u32 roots[3] = {node(&arena, INT_EQ, sum, seven, 0), less(&arena, x, y)};
  i64 values[3] = {-5, -5, -5};
  assert_int_equal(ask_ints(&arena, roots, 2, values, 3), ANSWER_YES);
  assert_true(3 * values[0] + values[1] == 7 && values[0] < values[1]);
  assert_int_equal(values[2], -5);
  roots[2] = less(&arena, y, x);
  assert_int_equal(ask_ints(&arena, roots, 3, values, 3), ANSWER_NO);
  roots[1] = roots[2];
  assert_int_equal(ask_ints(&arena, roots, 2, values, 3), ANSWER_YES);
  assert_true(3 * values[0] + values[1] == 7 && values[1] < values[0]);

  vec_push(&arena, ((IntNode){.op = INT_ITE, .a = roots[2], .b = x, .c = seven}));
  u32 chosen = node(&arena, INT_EQ, arena.n - 1, seven, 0);
  u32 both = node(&arena, INT_AND, chosen, roots[2], 0);
  u32 either =
      node(&arena, INT_OR, both, node(&arena, INT_NOT, node(&arena, INT_TRUE, 0, 0, 0), 0, 0), 0);
  assert_int_equal(ask_ints(&arena, &either, 1, values, 3), ANSWER_YES);
  assert_true(values[0] == 7 && values[1] < 7);

  worker_ints_reset(worker);
  vec_clear(&arena);
  x = node(&arena, INT_VAR, 0, 0, 0);
  u32 huge = node(&arena, INT_SCALE, node(&arena, INT_CONST, 0, 0, INT64_MAX), 0, 4);
  roots[0] = node(&arena, INT_LE, huge, x, 0);
  assert_int_equal(ask_ints(&arena, roots, 1, values, 3), ANSWER_UNKNOWN); /* not an i64 */
  vec_free(&arena);
}

/* The arena is sent again to a process that replaces a killed one. */
static void integers_survive_a_kill(void **state) {
  (void)state;
  IntNodes arena = {0};
  u32 x = node(&arena, INT_VAR, 0, 0, 0), y = node(&arena, INT_VAR, 0, 0, 1);
  u32 roots[2] = {less(&arena, x, y), less(&arena, y, x)};
  i64 values[2];
  assert_int_equal(ask_ints(&arena, roots, 1, values, 2), ANSWER_YES);
  kill(worker_pid(worker), SIGKILL);
  while (ask_ints(&arena, roots, 1, values, 2) == ANSWER_UNKNOWN) {}
  assert_int_equal(ask_ints(&arena, roots, 2, values, 2), ANSWER_NO);
  vec_free(&arena);
}

/* ---- misfortunes --------------------------------------------------------- */

/* Factoring the product of the two largest primes below 2^64. */
static Expr hard(void) {
  Expr x = word("p", 64), y = word("q", 64), one = expr_const(64, 1);
  Expr product = expr_mul(expr_zext(x, 128), expr_zext(y, 128));
  unsigned __int128 n = (unsigned __int128)18446744073709551557ull * 18446744073709551533ull;
  u64 words[2] = {(u64)n, (u64)(n >> 64)};
  Expr proper = expr_and(expr_ult(one, x), expr_ult(one, y));
  return expr_and(proper, expr_eq(product, expr_const_words(128, words)));
}

static void deadline_holds(void **state) {
  (void)state;
  Expr e = hard();
  Reason reason;
  for (u32 i = 0; i < 3; i++) {
    u64 deadline = clock_after(50 * NS_PER_MS);
    Answer a = worker_bits(worker, &e, 1, deadline, NULL, &reason);
    u64 late = clock_ns() - deadline;
    print_message("# %.1f ms late\n", (double)(i64)late / 1e6);
    assert_int_equal(a, ANSWER_UNKNOWN);
    assert_int_equal(reason, REASON_TIMEOUT);
    assert_true((i64)late < (i64)(2 * NS_PER_S));
  }
  assert_int_equal(worker_bits(worker, &e, 1, clock_ns() - 1, NULL, &reason), ANSWER_UNKNOWN);
  assert_int_equal(reason, REASON_TIMEOUT);
  assert_int_equal(ask_one(expr_ult(word("x", 32), expr_const(32, 3))), ANSWER_YES);
}

/* A question that takes longer to tell than there is time. */
static void deadline_holds_while_sending(void **state) {
  (void)state;
  Expr x = word("x", 32), e = x;
  for (u32 i = 0; i < 400000; i++) e = expr_mul(expr_xor(e, expr_const(32, i)), x);
  Expr terms[] = {expr_eq(e, x)};
  Reason reason;
  u64 deadline = clock_after(20 * NS_PER_MS);
  assert_int_equal(worker_bits(worker, terms, 1, deadline, NULL, &reason), ANSWER_UNKNOWN);
  print_message("# %.1f ms late\n", (double)(i64)(clock_ns() - deadline) / 1e6);
  assert_int_equal(reason, REASON_TIMEOUT);
  assert_true(clock_ns() - deadline < 2 * NS_PER_S);
  assert_int_equal(ask_one(expr_ult(x, expr_const(32, 3))), ANSWER_YES);
}

static void killed_between_questions(void **state) {
  (void)state;
  Expr terms[] = {expr_ult(word("x", 8), expr_const(8, 3)),
                  expr_ult(expr_const(8, 5), word("x", 8))};
  for (u32 i = 0; i < 10; i++) {
    assert_int_equal(ask(terms, 1), ANSWER_YES);
    kill(worker_pid(worker), SIGKILL);
    Reason reason;
    Answer a = worker_bits(worker, terms, 2, NEVER_NS, NULL, &reason);
    if (a == ANSWER_UNKNOWN) assert_int_equal(reason, REASON_CRASH);
    assert_int_not_equal(a, ANSWER_YES);
    assert_int_equal(ask(terms, 2), ANSWER_NO);
  }
  assert_int_equal(worker_stats(worker).n_died, 10);
  assert_int_equal(worker_stats(worker).n_spawned, 11);
}

static void killed_during_a_question(void **state) {
  (void)state;
  assert_int_equal(ask_one(expr_bool(true)), ANSWER_YES);
  int victim = worker_pid(worker);
  int killer = fork();
  if (killer == 0) {
    usleep(100000);
    kill(victim, SIGKILL);
    _exit(0);
  }
  Expr e = hard();
  Reason reason;
  assert_int_equal(worker_bits(worker, &e, 1, NEVER_NS, NULL, &reason), ANSWER_UNKNOWN);
  assert_int_equal(reason, REASON_CRASH);
  waitpid(killer, NULL, 0);
  assert_int_equal(worker_pid(worker), 0);
  assert_int_equal(ask_one(expr_bool(false)), ANSWER_NO);
}

static Expr kept;
static void mark_kept(void *user) {
  (void)user;
  expr_mark(kept);
}

/* Handles are reused after a sweep: the process must not mistake them. */
static void sweep_between_questions(void **state) {
  (void)state;
  kept = word("x", 8);
  expr_roots_add(mark_kept, NULL);
  for (u32 i = 0; i < 20; i++) {
    Expr terms[] = {expr_ult(kept, expr_const(8, 10 + i)),
                    expr_eq(expr_urem(kept, expr_const(8, 7)), expr_const(8, i % 9)),
                    expr_ult(expr_const(8, 9 + i), kept)};
    assert_int_equal(ask(terms, 2), i % 9 < 7 ? ANSWER_YES : ANSWER_NO);
    assert_int_equal(ask(terms, 3), ANSWER_NO);
    expr_sweep();
  }
  assert_int_equal(worker_stats(worker).n_spawned, 1);
  expr_roots_remove(mark_kept, NULL);
}

static void memory_limit(void **state) {
  (void)state;
  Worker *small = worker_new(48 << 20);
  Expr x = word("x", 4096), y = word("y", 4096);
  Expr e = expr_eq(expr_mul(x, y), expr_add(expr_mul(x, x), expr_const(4096, 3)));
  Reason reason;
  Answer a = worker_bits(small, &e, 1, clock_after(20 * NS_PER_S), NULL, &reason);
  assert_int_equal(a, ANSWER_UNKNOWN);
  assert_int_equal(reason, REASON_MEMORY);
  assert_int_equal(ask_with(small, &(Expr){expr_bool(false).id}, 1), ANSWER_NO);
  worker_free(small);
}

static u32 n_descriptors(void) {
  u32 n = 0;
  DIR *d = opendir("/proc/self/fd");
  while (readdir(d)) n++;
  closedir(d);
  return n;
}

static void no_descriptor_leaks(void **state) {
  (void)state;
  u32 before = n_descriptors();
  for (u32 i = 0; i < 5; i++) {
    Worker *w = worker_new(0);
    ask_with(w, NULL, 0);
    if (i % 2) kill(worker_pid(w), SIGKILL);
    assert_null(worker_free(w));
  }
  assert_int_equal(n_descriptors(), before);
  assert_null(worker_free(NULL));
}

/* What the parent has buffered is written once, by the parent. */
static void output_is_not_repeated(void **state) {
  (void)state;
  char path[] = "/tmp/nadir-worker-XXXXXX";
  int file = mkstemp(path), saved = dup(STDOUT_FILENO);
  fflush(stdout);
  dup2(file, STDOUT_FILENO);
  printf("x");
  Worker *w = worker_new(0);
  ask_with(w, NULL, 0);
  worker_free(w);
  fflush(stdout);
  dup2(saved, STDOUT_FILENO);
  assert_int_equal(lseek(file, 0, SEEK_END), 1);
  close(saved);
  close(file);
  unlink(path);
}

static bool answers(Worker *w) {
  Reason reason;
  bool is_well = true;
  for (u32 i = 0; i < 20; i++)
    is_well &= worker_bits(w, NULL, 0, clock_after(60 * NS_PER_S), NULL, &reason) == ANSWER_YES;
  return is_well;
}

/* A fork of the engine asks a process of its own, so that neither reads what is meant for the other. */
static void forks_do_not_share(void **state) {
  (void)state;
  int status;
  assert_true(answers(worker));
  u64 n_spawned = worker_stats(worker).n_spawned;
  pid_t pid = helper_fork(NULL, 0);
  if (!pid) _exit(answers(worker) && worker_stats(worker).n_spawned == n_spawned + 1 ? 7 : 1);
  assert_true(answers(worker));
  assert_int_equal(waitpid(pid, &status, 0), pid);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 7);
  assert_int_equal(worker_stats(worker).n_spawned, n_spawned);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(by_hand),
      CASE(forks_do_not_share),
      CASE(model_is_patched),
      CASE(wide_constants_and_tables),
      CASE(sparse_arrays),
      CASE(random_tiny),
      CASE(random_wide),
      CASE(prefix_is_kept),
      CASE(cores),
      CASE(integers),
      CASE(integers_survive_a_kill),
      CASE(deadline_holds),
      CASE(deadline_holds_while_sending),
      CASE(killed_between_questions),
      CASE(killed_during_a_question),
      CASE(sweep_between_questions),
      CASE(memory_limit),
      CASE(no_descriptor_leaks),
      CASE(output_is_not_repeated),
  };
  return cmocka_run_group_tests_name("z3_worker", tests, NULL, NULL);
}
