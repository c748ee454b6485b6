/* uninit_test.c — memory that nobody wrote: what reading it gives, and which decisions it is told of. */
#include "unit/unit.h"

#include "unit/vm/machine.h"

#include "vm/memory/uninit.h"

#include <stdio.h>

#define HARNESS                                                                                    \
  "typedef unsigned long size_t;"                                                                  \
  "void nadir_symbolic(void *p, size_t n, const char *name);"                                      \
  "void nadir_assume(int c); void *malloc(size_t); void *calloc(size_t, size_t);"                  \
  "void *nadir_realloc(void *, size_t); void free(void *); void abort(void);"                      \
  "void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t); void " \
  "*memset(void *, int, size_t);"

typedef struct Seen {
  Tally tally;
  u32 n_told;    /* places */
  u32 n_certain; /* of these */
  u32 n_depends; /* paths */
  u32 n_symbols; /* at most, on a path */
} Seen;

static bool count_told(void *user, Vm *vm, State *s, UninitUse use, bool is_certain) {
  (void)vm, (void)s, (void)use;
  ((Seen *)user)->n_told++;
  ((Seen *)user)->n_certain += is_certain;
  return true;
}

static void look(Machine *m, State *s, void *user) {
  (void)m;
  Seen *seen = user;
  u32 n = s->uninit ? s->uninit->index + 1 : 0;
  seen->n_depends += s->depends_on_uninit;
  seen->n_symbols = MAX(seen->n_symbols, n);
}

static Seen run_with(const SolverConfig *solver, UninitMode mode, const char *body) {
  cleanup(text_free) Text source = {0};
  text_addf(&source, HARNESS "int main(void) { %s }", body);
  Seen seen = {0};
  VmConfig config = vm_config_default();
  config.uninit = mode;
  config.warn = count_told;
  config.warn_user = &seen;
  Machine m;
  machine_init_with(&m, machine_compile(text_c(&source)), solver, &config);
  seen.tally = machine_explore(&m, look, &seen);
  machine_done(&m);
  return seen;
}

static Seen run(UninitMode mode, const char *body) {
  SolverConfig solver = solver_config_default();
  return run_with(&solver, mode, body);
}

static void test_is_unknown(void **state) {
  (void)state;
  static const char body[] = "int *p = malloc(8); if (p[1] == 7) return 1; return 0;";
  Seen seen = run(UNINIT_WARN, body);
  assert_int_equal(seen.tally.n[STOP_EXIT], 2);
  assert_int_equal(seen.tally.n_paths, 2);
  assert_int_equal(seen.n_told, 1);
  assert_int_equal(seen.n_depends, 2);
  seen = run(UNINIT_SYMBOLIC, body);
  assert_int_equal(seen.tally.n_paths, 2);
  assert_int_equal(seen.n_told, 0);
  assert_int_equal(seen.n_depends, 2);
  seen = run(UNINIT_ZERO, body);
  assert_int_equal(seen.tally.n_paths, 1);
  assert_int_equal(seen.n_symbols, 0);
  seen = run(UNINIT_ERROR, body);
  assert_int_equal(seen.tally.n[STOP_READ_UNSET], 1);
  assert_int_equal(seen.tally.n_paths, 1);
}

/* The second read, a wider one and one at a symbolic offset see what the first one saw. */
static void test_is_one_value(void **state) {
  (void)state;
  Seen seen =
      run(UNINIT_WARN, "int *p = malloc(4); int x = *p; if (x != *p) abort();"
                       "unsigned char *c = (void *)p; if (c[1] != (unsigned char)(x >> 8)) abort();"
                       "return 0;");
  assert_int_equal(seen.tally.n[STOP_EXIT], 1);
  assert_int_equal(seen.tally.n_paths, 1);
  assert_int_equal(seen.n_symbols, 1);
  assert_int_equal(seen.n_told, 0);
  seen = run(UNINIT_WARN,
             "unsigned char i, *p = malloc(8); nadir_symbolic(&i, 1, \"i\");"
             "nadir_assume(i < 8); p[2] = 5; unsigned char x = p[i];"
             "if (i == 2 && x != 5) abort(); if (i == 3 && x != p[3]) abort(); return 0;");
  assert_int_equal(seen.tally.n[STOP_ABORT], 0);
  assert_int_equal(seen.n_told, 0);
}

/* Some bytes of a word were written. */
static void test_partly_set(void **state) {
  (void)state;
  Seen seen =
      run(UNINIT_WARN, "unsigned char *c = malloc(4); c[1] = 3; unsigned x = *(unsigned *)c;"
                       "if ((x >> 8 & 255) != 3) abort(); if (x >> 16 == 9) return 1; return 0;");
  assert_int_equal(seen.tally.n[STOP_EXIT], 2);
  assert_int_equal(seen.tally.n[STOP_ABORT], 0);
  assert_int_equal(seen.n_told, 1);
}

/* Neither copies nor arithmetic are told, and no symbol is made by a copy. */
static void test_copies_do_not_read(void **state) {
  (void)state;
  static const char *const bodies[] = {
      "struct S { char c; long l; } a, b, *p = malloc(sizeof *p); a.c = 1; a.l = 2; b = a;"
      "memcpy(p, &b, sizeof b); return p->c + p->l == 3 ? 0 : 1;",
      "char *p = malloc(100), *q = malloc(100); p[50] = 1; memcpy(q, p, 100);"
      "q = nadir_realloc(q, 200); memmove(q + 1, q, 100); return q[51] == 1 ? 0 : 1;"};
  for (u32 k = 0; k < ARRAY_LEN(bodies); k++) {
    Seen seen = run(UNINIT_WARN, bodies[k]);
    assert_int_equal(seen.tally.n[STOP_EXIT], 1);
    assert_int_equal(seen.n_symbols, 0);
  }
  Seen seen = run(UNINIT_WARN, "int *p = malloc(4), x = *p * 3 + 1; p[0] = x; return 0;");
  assert_int_equal(seen.tally.n_paths, 1);
  assert_int_equal(seen.n_told, 0);
}

/* What the program itself wrote is no matter of this, however it was written. */
static void test_what_is_set(void **state) {
  (void)state;
  static const char *const bodies[] = {
      "int *p = calloc(4, 4); if (p[3]) abort(); return 0;",
      "char *p = malloc(5000); memset(p, 1, 5000); if (p[4999] != 1) abort(); return 0;",
      ("int *p = malloc(4000); for (int i = 0; i < 1000; i++) p[i] = i;"
       "for (int i = 0; i < 1000; i++) if (p[i] != i) abort(); return 0;"),
      "int *p = malloc(4); nadir_symbolic(p, 4, \"p\"); if (*p) return 1; return 0;"};
  for (u32 k = 0; k < ARRAY_LEN(bodies); k++) {
    Seen seen = run(UNINIT_WARN, bodies[k]);
    assert_int_equal(seen.tally.n[STOP_ABORT], 0);
    assert_int_equal(seen.n_symbols, 0);
    assert_int_equal(seen.n_told, 0);
  }
}

/* An array has no place for what is uninitialised: it becomes a symbol before. */
static void test_symbolic_store(void **state) {
  (void)state;
  Seen seen =
      run(UNINIT_WARN, "unsigned char i, *p = malloc(16); nadir_symbolic(&i, 1, \"i\");"
                       "nadir_assume(i < 16); p[0] = 1; p[i] = 7; if (i && p[0] != 1) abort();"
                       "if (i != 9 && p[9] == 4) return 1; return 0;");
  assert_int_equal(seen.tally.n[STOP_ABORT], 0);
  assert_int_equal(seen.n_told, 1); /* p[9] == 4 */
  seen = run(UNINIT_WARN, "unsigned char i, *p = malloc(16), *q = malloc(4); *q = 1;"
                          "nadir_symbolic(&i, 1, \"i\"); nadir_assume(i < 16); memset(p, 0, 16);"
                          "p[i] = 7; memcpy(p + 4, q, 4); if (p[4] != 1) abort();"
                          "if (p[5] == 4) return 1; return 0;");
  assert_int_equal(seen.tally.n[STOP_ABORT], 0);
  assert_int_equal(seen.tally.n[STOP_EXIT], 2);
  assert_int_equal(seen.n_told, 1);
}

/* Every kind of decision is one; one that can go only one way is none. */
static void test_decisions(void **state) {
  (void)state;
  static const char *const bodies[] = {
      "int *p = malloc(4); switch (*p) { case 1: return 1; case 5: return 2; } return 0;",
      "int *p = malloc(4); static int t[4]; return t[*p & 7];",
      "int *p = malloc(4); return 15 / *p == 3;",
      "int *p = malloc(4); nadir_assume(*p == 3); return 0;",
      "int *p = malloc(4); char *q = malloc(*p & 3); return q != 0;"};
  for (u32 k = 0; k < ARRAY_LEN(bodies); k++) assert_true(run(UNINIT_WARN, bodies[k]).n_told >= 1);
  Seen seen = run(UNINIT_WARN, "unsigned char *p = malloc(1); if (*p < 3) { if (*p > 5) abort();"
                               "if (*p == 9) abort(); } return 0;");
  assert_int_equal(seen.n_told, 1);
}

/* The place is in what is decided by, but no input comes to it (no sum of two squares has this rest): a solver that cannot
 * say so claims nothing, and without it other values of the place show nothing. */
static void test_not_known(void **state) {
  (void)state;
  static const char *const body =
      "unsigned char i[2], *p = malloc(2), t; nadir_symbolic(i, 2, \"i\"); p[0] = i[0];"
      "t = p[(i[0] * i[0] + i[1] * i[1]) % 4 == 3]; if (t == 7) return 1; return 0;";
  SolverConfig weak = solver_config_default();
  assert_int_equal(solver_config_stages(&weak, "simplify,model,slice"), OK);
  Seen seen = run_with(&weak, UNINIT_WARN, body);
  assert_int_equal(seen.n_told, 1);
  assert_int_equal(seen.n_certain, 0);
  assert_int_equal(run_with(&weak, UNINIT_ERROR, body).tally.n[STOP_READ_UNSET], 0);
  assert_int_equal(run(UNINIT_WARN, body).n_told, 0);
  seen = run_with(&weak, UNINIT_WARN,
                  "unsigned char *p = malloc(2); if (p[0] * p[1] == 0) return 1; return 0;");
  assert_int_equal(seen.n_certain, 1); /* other values show it */
}

/* A large object is an array of unknown bytes: what was written to it is no matter of this. */
static void test_large(void **state) {
  (void)state;
  static const char begin[] = "unsigned i; char *p = malloc(600000); nadir_symbolic(&i, 4, \"i\");"
                              "nadir_assume(i < 600000); p[7] = 3; char c = p[i];";
  char body[1000];
  snprintf(body, sizeof body, "%s if (i == 7 && c != 3) abort(); return 0;", begin);
  Seen seen = run(UNINIT_WARN, body);
  assert_int_equal(seen.tally.n[STOP_ABORT], 0);
  assert_int_equal(seen.n_told, 0);
  snprintf(body, sizeof body, "%s if (c == 3) return 1; return 0;", begin);
  seen = run(UNINIT_WARN, body);
  assert_int_equal(seen.tally.n[STOP_EXIT], 2);
  assert_int_equal(seen.n_told, 1);
}

/* Each place once, however often it is reached. */
static void test_places(void **state) {
  (void)state;
  Seen seen =
      run(UNINIT_WARN, "char *p = malloc(4); int n = 0; for (int i = 0; i < 4; i++) if (p[i]) n++;"
                       "return n;");
  assert_int_equal(seen.tally.n_paths, 16);
  assert_int_equal(seen.n_told, 1);
  assert_int_equal(seen.n_symbols, 1); /* of all four bytes */
}

static void test_value(void **state) {
  (void)state;
  static const UninitMode modes[] = {UNINIT_WARN, UNINIT_SYMBOLIC, UNINIT_ERROR};
  for (u32 k = 0; k <= ARRAY_LEN(modes); k++) {
    VmConfig config = vm_config_default();
    if (k < ARRAY_LEN(modes)) config.uninit = modes[k];
    Machine m;
    State *s;
    machine_init(&m, HARNESS "int main(void) { return 0; }", &config);
    assert_int_equal(vm_start(m.vm, &s), OK);
    Expr a = uninit_value(m.vm, s, 32), b = uninit_value(m.vm, s, 1);
    bool is_zero = k == ARRAY_LEN(modes);
    assert_int_equal(expr_is_value(a, 0), is_zero);
    assert_int_equal(expr_width(b), 1);
    assert_int_equal(uninit_is_in(m.vm, s, expr_add(a, expr_zext(b, 32))), !is_zero);
    assert_false(expr_same(expr_extract(a, 0, 1), b) && !is_zero);
    machine_done(&m);
  }
}

/* A run on a test has the values that the test says. */
static void test_given(void **state) {
  (void)state;
  static const char source[] =
      HARNESS "int main(void) { int *p = malloc(8); if (p[0] == 77) return p[1] == 5; return 2; }";
  u8 bytes[8] = {77, 0, 0, 0, 5};
  TestCase test = {0};
  vec_push(&test.uninit, ((NamedBytes){"unset@0", bytes, 8}));
  for (u32 k = 0; k < 2; k++) {
    if (k) test.uninit.n = 0; /* of which it says nothing: zero */
    VmConfig config = vm_config_default();
    config.uninit = UNINIT_WARN;
    config.test = &test;
    Machine m;
    machine_init(&m, source, &config);
    State *s;
    assert_int_equal(vm_start(m.vm, &s), OK);
    while (vm_run(m.vm, s, 1000) == EVENT_FUEL) {}
    assert_int_equal(s->ending->stop, STOP_EXIT);
    assert_int_equal(s->ending->code, k ? 2 : 1);
    machine_done(&m);
  }
  vec_free(&test.uninit);
}

/* Locals that could be in registers, and what clang gives up at compile time. */
static void test_locals(void **state) {
  (void)state;
  Seen seen = run(UNINIT_SYMBOLIC, "int z; nadir_assume(z != 0); abort(); return 0;");
  assert_int_equal(seen.tally.n[STOP_ABORT], 1);
  seen = run(UNINIT_WARN, "int ok; if (ok == 7) abort(); return 0;");
  assert_int_equal(seen.tally.n[STOP_ABORT], 1);
  assert_int_equal(seen.tally.n[STOP_EXIT], 1);
  assert_int_equal(seen.n_told, 1);
  static const char folded[] = "int r = 15 / 0; if (r == 3) return 1; return 0;";
  seen = run(UNINIT_WARN, folded);
  assert_int_equal(seen.tally.n_paths, 2);
  assert_int_equal(seen.n_told, 1);
  assert_int_equal(run(UNINIT_ZERO, folded).tally.n_paths, 1);
  assert_int_equal(run(UNINIT_ERROR, folded).tally.n[STOP_READ_UNSET], 1);
  /* Each time round the value is another one. */
  seen = run(UNINIT_SYMBOLIC, "int n = 0; for (int i = 0; i < 2; i++) { int r = 1 << 40;"
                              "if (r == 3) n++; } return n;");
  assert_int_equal(seen.tally.n_paths, 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_is_unknown),  cmocka_unit_test(test_is_one_value),
      cmocka_unit_test(test_partly_set),  cmocka_unit_test(test_copies_do_not_read),
      cmocka_unit_test(test_what_is_set), cmocka_unit_test(test_symbolic_store),
      cmocka_unit_test(test_decisions),   cmocka_unit_test(test_not_known),
      cmocka_unit_test(test_large),       cmocka_unit_test(test_places),
      cmocka_unit_test(test_value),       cmocka_unit_test(test_given),
      cmocka_unit_test(test_locals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
