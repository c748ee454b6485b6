/* promote_test.c — which locals become registers, and that nothing else is gone afterwards. */
#include "unit/code/compile.h"

/* How many locals of the function are in memory. */
static u32 n_in_memory(const Module *m, const char *name) {
  return count_op(find_fn(m, name), OP_ALLOCA);
}

static void test_whole_locals_are_promoted(void **state) {
  (void)state;
  Module *m =
      compile("int loop(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }\n"
              "int both(int c) { int x; if (c) x = 1; else x = 2; return x; }\n"
              "char *walk(char *p) { char *q; for (q = p; *q; q++) {} return q; }\n"
              "double mean(double a, double b) { double m = a; m += b; return m / 2; }\n"
              "int late(int c) { int x; while (c) { x = c; c = x - 1; } return c; }\n"
              "int dead(int c) { return c; { int x; return x; } }\n",
              0);
  assert_int_equal(n_in_memory(m, "loop"), 0);
  assert_int_equal(n_in_memory(m, "both"), 0);
  assert_int_equal(n_in_memory(m, "walk"), 0);
  assert_int_equal(n_in_memory(m, "mean"), 0);
  assert_int_equal(n_in_memory(m, "late"), 0);
  assert_int_equal(count_op(find_fn(m, "late"), OP_LOAD32), 0);
  module_free(m);
}

/* What others see, what is accessed in pieces, what may be read before it is written. */
static void test_others_stay_in_memory(void **state) {
  (void)state;
  Module *m = compile("void use(int *);\n"
                      "int escapes(void) { int x = 1; use(&x); return x; }\n"
                      "int pieces(void) { int x = 1; return *(short *)&x; }\n"
                      "int outside(void) { int x = 1; return (&x)[1]; }\n"
                      "int array(void) { int a[2] = {1, 2}; return a[2]; }\n"
                      "int is_volatile(void) { volatile int x = 1; return x; }\n"
                      "int one_side(int c) { int x; if (c) x = 1; return x; }\n"
                      "int never(void) { int x; return x; }\n"
                      "int last(int n) { int x; for (int i = 0; i < n; i++) x = i; return x; }\n"
                      "int no_return(int c) { if (c) return 1; }\n",
                      0);
  static const char *const names[] = {"escapes",  "pieces", "outside", "array",    "is_volatile",
                                      "one_side", "never",  "last",    "no_return"};
  for (u32 k = 0; k < ARRAY_LEN(names); k++)
    if (n_in_memory(m, names[k]) != 1) fail_msg("%s: %u", names[k], n_in_memory(m, names[k]));
  module_free(m);
}

/* More locals than fit one word of the analysis: each hundredth may be uninitialised. */
static void test_many_locals(void **state) {
  (void)state;
  enum { N = 300 };
  Text t = {0};
  text_add(&t, "int f(int c) { int s = 0;\n");
  for (int k = 0; k < N; k++)
    text_addf(&t, k % 100 == 50 ? "int v%d; if (c) v%d = 1;\n" : "int v%d; v%d = c;\n", k, k);
  for (int k = 0; k < N; k++) text_addf(&t, "s += v%d;\n", k);
  text_add(&t, "return s; }\n");
  Module *m = compile(text_c(&t), 0);
  assert_int_equal(n_in_memory(m, "f"), N / 100);
  module_free(m);
  text_free(&t);
}

/* What was written before the scope was entered again is gone. */
static void test_scopes(void **state) {
  (void)state;
  static const char code[] = "target triple = \"x86_64-pc-linux-gnu\"\n"
                             "declare void @llvm.lifetime.start.p0(i64, ptr)\n"
                             "define i32 @again(i32 %n) {\n"
                             "entry:\n"
                             "  %x = alloca i32\n"
                             "  br label %loop\n"
                             "loop:\n"
                             "  %i = phi i32 [ 0, %entry ], [ %next, %more ]\n"
                             "  call void @llvm.lifetime.start.p0(i64 4, ptr %x)\n"
                             "  %first = icmp eq i32 %i, 0\n"
                             "  br i1 %first, label %write, label %more\n"
                             "write:\n"
                             "  store i32 7, ptr %x\n"
                             "  br label %more\n"
                             "more:\n"
                             "  %y = load i32, ptr %x\n"
                             "  %next = add i32 %i, %y\n"
                             "  br label %loop\n"
                             "}\n"
                             "define i32 @fresh(i32 %n) {\n"
                             "entry:\n"
                             "  %x = alloca i32\n"
                             "  br label %loop\n"
                             "loop:\n"
                             "  call void @llvm.lifetime.start.p0(i64 4, ptr %x)\n"
                             "  store i32 %n, ptr %x\n"
                             "  %y = load i32, ptr %x\n"
                             "  br label %loop\n"
                             "}\n"
                             "define i32 @none() {\n"
                             "  %x = alloca i32, i32 0\n"
                             "  store i32 1, ptr %x\n"
                             "  %y = load i32, ptr %x\n"
                             "  ret i32 %y\n"
                             "}\n";
  Program *p = program_new();
  Module *m = NULL;
  LowerOptions options = {.select_branches = true};
  assert_int_equal(program_read_bytes(p, "test.ll", code, sizeof code - 1), OK);
  assert_int_equal(program_prepare(p), OK);
  assert_int_equal(program_lower(p, &options, &m), OK);
  program_free(p);
  assert_int_equal(n_in_memory(m, "again"), 1);
  assert_int_equal(n_in_memory(m, "fresh"), 0);
  assert_int_equal(n_in_memory(m, "none"), 1);
  module_free(m);
}

/* What can go wrong stays, used or not. */
static void test_nothing_is_deleted(void **state) {
  (void)state;
  Module *m = compile("__attribute__((const)) int pure(int x) { return x; }\n"
                      "void f(int *p, int d, unsigned s) {\n"
                      "  15 / d; 15u % s; *p; 1u << s; pure(d); int unused = p[3];\n"
                      "}\n",
                      0);
  const Fn *f = find_fn(m, "f");
  assert_int_equal(count_op(f, OP_SDIV32), 1);
  assert_int_equal(count_op(f, OP_UREM32), 1);
  assert_int_equal(count_op(f, OP_LOAD32), 2);
  assert_int_equal(count_op(f, OP_SHL32), 1);
  assert_int_equal(count_op(f, OP_CALL), 1);
  module_free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_whole_locals_are_promoted),
      cmocka_unit_test(test_others_stay_in_memory),
      cmocka_unit_test(test_many_locals),
      cmocka_unit_test(test_scopes),
      cmocka_unit_test(test_nothing_is_deleted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
