/* lower_test.c — C in, register code out: branches as in the source, every group of instructions
 * lowered, costs and sites exact.
 */
#include "unit/code/compile.h"

/* ---- branches ------------------------------------------------------------------------------------ */

/* Sites of a function by kind. */
static u32 count_sites(const Module *m, const char *name, SiteKind kind) {
  const Fn *f = find_fn(m, name);
  u32 n = 0;
  for (u32 k = 0; k < f->n_sites; k++) n += m->sites.at[f->first_site + k].kind == kind;
  return n;
}

static void test_branches_stay(void **state) {
  (void)state;
  Module *m = compile(
      "int both(int a, int b) { if (a && b) return 1; return 0; }\n"
      "int either(int a, int b) { if (a > 3 || b < 4 || a == b) return 1; return 0; }\n"
      "int pick(int c) { int x = c ? 1 : 2; return x; }\n"
      "int pick2(int c, int y, int z) { return c > 3 ? y : z; }\n"
      "int twice(int a) { int n = 0; if (a > 7) n++; if (a > 7) n++; return n; }\n"
      "int value(int a, int b) { return a && b; }\n"
      "int loop(int n) { int s = 0; for (int i = 0; i < n; i++) if (i & 1) s += i; return s; }\n"
      "int none(int a) { return a * 3 + 1; }\n"
      "int dead(int a, int b) { if ((0 ? none(a) : a < 26) && b < 3) return 1; return 2; }\n"
      "int choose(int a) { switch (a) { case 1: return 3; case 2: case 9: return 5; } return 0; "
      "}\n",
      0);
  assert_int_equal(count_sites(m, "both", SITE_BRANCH), 2);
  assert_int_equal(count_sites(m, "either", SITE_BRANCH), 3);
  assert_int_equal(count_sites(m, "pick", SITE_SELECT), 1);
  assert_int_equal(count_sites(m, "pick2", SITE_BRANCH) + count_sites(m, "pick2", SITE_SELECT), 1);
  assert_int_equal(count_sites(m, "twice", SITE_BRANCH), 2);
  assert_int_equal(count_sites(m, "value", SITE_BRANCH), 1);
  assert_int_equal(count_sites(m, "loop", SITE_BRANCH), 2);
  assert_int_equal(find_fn(m, "none")->n_sites, 0);
  assert_int_equal(count_sites(m, "dead", SITE_BRANCH), 2); /* none of what never runs */
  assert_int_equal(count_sites(m, "choose", SITE_SWITCH), 1);
  assert_int_equal(find_fn(m, "choose")->n_cases, 3);
  module_free(m);
}

static void test_site_positions(void **state) {
  (void)state;
  Module *m = compile("int f(int a, int b) {\n"
                      "  if (a < 3 &&\n"
                      "      b < 4)\n"
                      "    return 1;\n"
                      "  return 0;\n"
                      "}\n",
                      0);
  const Fn *f = find_fn(m, "f");
  assert_int_equal(f->n_sites, 2);
  const Site *s = &m->sites.at[f->first_site];
  assert_int_equal(m->positions.at[s[0].pos].line, 2);
  assert_int_equal(m->positions.at[s[1].pos].line,
                   2); /* clang: the branch stands where `if` does */
  assert_string_equal(m->texts.at[m->positions.at[s[0].pos].fn], "f");
  assert_ptr_equal(module_site(m, s[0].fn, s[1].pc), &s[1]);
  assert_null(module_site(m, s[0].fn, f->n_code - 1));
  module_free(m);
}

/* ---- what the code looks like -------------------------------------------------------------------- */

static void assert_printed(const char *source, const char *name, const char *expected) {
  Module *m = compile(source, 0);
  Text t = {0};
  fn_print(m, module_find_fn(m, name), NULL, &t);
  assert_string_equal(text_c(&t), expected);
  text_free(&t);
  module_free(m);
}

static void test_loop_code(void **state) {
  (void)state;
  assert_printed("int sum(int *a, int n) {\n"
                 "  int s = 0;\n"
                 "  for (int i = 0; i < n; i++)\n"
                 "    s += a[i];\n"
                 "  return s;\n"
                 "}\n",
                 "sum",
                 "sum(r0:64, r1:32) -> 32                                     <stdin>:1\n"
                 "        | 3\n"
                 "       0  mov.32      r2 = 0\n"
                 "       1  mov.32      r3 = 0\n"
                 "       2  jmp         -> L3                                 cost 1\n"
                 "   L3:\n"
                 "       3  jsle32      r1, r3 -> L8                          cost 4, site 0!\n"
                 "        | 4\n"
                 "       4  load32      r4 = [r0 + r3:32 * 4]\n"
                 "       5  add32       r2 = r2, r4\n"
                 "        | 3\n"
                 "       6  add32       r3 = r3, 1\n"
                 "       7  jmp         -> L3                                 cost 7\n"
                 "   L8:\n"
                 "        | 5\n"
                 "       8  ret         r2                                    cost 1\n");
}

/* Two phis that exchange their values need a third register; registers of a loop are shared only
 * where nobody reads the old value. */
static void test_swap(void **state) {
  (void)state;
  Module *m =
      compile("int f(int n) { int a = 1, b = 2; while (n--) { int t = a; a = b; b = t; }\n"
              "  return a * 10 + b; }\n"
              "int fib(int n) { int a = 0, b = 1; while (n--) { int t = a + b; a = b; b = t; }\n"
              "  return a; }\n",
              0);
  /* One copy into the saved register and two out of the cycle, one for n; and the three at entry. */
  assert_int_equal(count_op(find_fn(m, "f"), OP_MOV), 3 + 1 + 1);
  assert_int_equal(count_op(find_fn(m, "fib"), OP_MOV), 2 + 1 + 1);
  module_free(m);
}

static void test_cost(void **state) {
  (void)state;
  Module *m = compile("int f(int a, int b) { return (a + b) * (a - b) / 3; }\n"
                      "int g(int a) { if (a) a = a * 3; return a; }\n",
                      0);
  const Fn *f = find_fn(m, "f");
  assert_int_equal(f->n_llvm, 5); /* add, sub, mul, sdiv, ret */
  assert_int_equal(f->code[f->n_code - 1].n, 5);
  const Fn *g = find_fn(m, "g");
  u32 total = 0;
  for (u32 pc = 0; pc < g->n_code; pc++)
    if (op_is_control(g->code[pc].op)) total += g->code[pc].n;
  assert_int_equal(total, g->n_llvm);
  module_free(m);
}

/* ---- groups of instructions ---------------------------------------------------------------------- */

#define PRELUDE                                        \
  "typedef unsigned u32; typedef unsigned long u64;\n" \
  "typedef __int128 i128; typedef unsigned __int128 u128;\n"

static const struct {
  const char *what, *source;
} groups[] = {
    {"integers of all widths",
     PRELUDE "char c(char a, char b) { return a * b / 3 % 5; }\n"
             "short s(short a, short b) { return (a << 3 | b >> 2) ^ (a & b); }\n"
             "u64 l(u64 a, u64 b) { return a / b + a % b + (a >> 3) + (a << b); }\n"
             "_Bool b(int a) { _Bool x = a; return !x; }\n"
             "int n(unsigned _BitInt(37) a, _BitInt(24) b) { return (int)(a * 3 + b % 7); }\n"},
    {"128 bits", PRELUDE
     "i128 m(i128 a, i128 b) { return a * b / 3 + (a << 7) - (b >> 3) % 11; }\n"
     "u128 d(u128 a, u128 b) { return a / b + a % b + (a >> 9) + (a ^ ~b); }\n"
     "int c(i128 a, i128 b) { return (a < b) + (a >= b) + (a == b) + ((u128)a > (u128)b); }\n"
     "i128 w(int a, u64 b) { return (i128)a - b; }\n"
     "void st(i128 *p, i128 x) { p[3] = x + *p; }\n"
     "int big(_BitInt(200) b) { return (int)(b * 3 >> 100); }\n"},
    {"overflow and bits", PRELUDE
     "int o(int a, int b, int *r) { return __builtin_add_overflow(a, b, r) |\n"
     "  __builtin_sub_overflow(a, b, r) | __builtin_mul_overflow(a, b, r); }\n"
     "int u(u64 a, u64 b, u64 *r) { return __builtin_mul_overflow(a, b, r); }\n"
     "int mixed(long a, u64 b, long *r) { return __builtin_mul_overflow(a, b, r); }\n"
     "int w(i128 a, i128 b, i128 *r) { return __builtin_mul_overflow(a, b, r); }\n"
     "int p(u32 x) { return __builtin_popcount(x) + __builtin_clz(x) + __builtin_ctz(x); }\n"
     "u64 s(u64 x) { return __builtin_bswap64(x) ^ __builtin_bitreverse64(x); }\n"
     "u32 r(u32 x, u32 k) { return __builtin_rotateleft32(x, k) + __builtin_rotateright32(x, 3); "
     "}\n"
     "int a(int x) { return __builtin_abs(x); }\n"},
    {"structs by value, in registers and in memory",
     "typedef struct { int a[10]; char c; } Big; typedef struct { long x, y; } Pair;\n"
     "typedef struct { float x, y, z; } V;\n"
     "int sum(Big b) { int s = b.c; for (int i = 0; i < 10; i++) s += b.a[i]; return s; }\n"
     "Pair mk(long a, long b) { Pair p = {a, b}; return p; }\n"
     "Big big(int k) { Big b = {0}; b.a[3] = k; return b; }\n"
     "V v(float a) { V x = {a, a + 1, a * 2}; return x; }\n"
     "long all(void) { return sum(big(3)) + mk(1, 2).y + (long)v(2).z; }\n"
     "struct bits { unsigned a : 3, b : 7; signed c : 13; unsigned long d : 40; };\n"
     "int bf(struct bits *b) { b->a = 5; b->c -= 3; b->d++; return b->b + b->c; }\n"},
    {"variable arguments",
     "#include <stdarg.h>\n"
     "typedef struct { int a[10]; } Big; typedef struct { long x, y; } Pair;\n"
     "int f(int n, ...) { va_list ap, aq; va_start(ap, n); va_copy(aq, ap);\n"
     "  int s = va_arg(ap, int); double d = va_arg(ap, double); Big b = va_arg(ap, Big);\n"
     "  Pair p = va_arg(ap, Pair); long double l = va_arg(ap, long double);\n"
     "  __int128 q = va_arg(aq, __int128); va_end(ap); va_end(aq);\n"
     "  return s + (int)d + b.a[1] + (int)p.x + (int)l + (int)q; }\n"
     "int g(void) { Big b = {{1, 2}}; Pair p = {3, 4};\n"
     "  return f(3, 1, 2.0, b, p, (long double)3, (__int128)4); }\n"},
    {"floats",
     "#include <math.h>\n"
     "long double ld(long double a, double b) { return a * b + 1 - (float)a; }\n"
     "double d(double x, float y) { return sqrt(x) + fabs(x) * y + floor(x) + (x < y) + (x != x); "
     "}\n"
     "int c(double x) { return __builtin_isinf(x) + __builtin_isnan(x) + __builtin_isfinite(x); }\n"
     "unsigned long t(double d, float f) { return (unsigned long)d + (unsigned char)f + (long)f; "
     "}\n"
     "float b(unsigned long a, int b, __int128 c) { return a + (float)b + (double)c; }\n"
     "double m(double a, double b) { return fmod(a, b) + -a + pow(a, 2); }\n"},
    {"vectors", "typedef int v4 __attribute__((vector_size(16))); typedef float f4 "
                "__attribute__((vector_size(16)));\n"
                "v4 a(v4 x, v4 y) { return (x + y) * (x > y) ^ (x << 2); }\n"
                "int g(v4 x, int i) { return x[i] + x[1]; }\n"
                "v4 s(v4 x, int i, int y) { x[i] = y; return x; }\n"
                "f4 f(f4 x, f4 y) { return x * y - x; }\n"
                "v4 h(v4 x, v4 y) { return __builtin_shufflevector(x, y, 0, 5, 2, 7); }\n"
                "long c(v4 x) { union { v4 v; long l[2]; } u = {x}; return u.l[1]; }\n"
                "int sum(int *p) { int s = 0; for (int i = 0; i < 64; i++) s += p[i]; return s; }\n"
                "int max(int *p) { int s = 0; for (int i = 0; i < 64; i++) s = p[i] > s ? p[i] : "
                "s; return s; }\n"},
    {"memory and atomics",
     "#include <string.h>\n"
     "int at(int *p) { int e = 3; __atomic_fetch_add(p, 3, 5); __sync_synchronize();\n"
     "  __atomic_compare_exchange_n(p, &e, 9, 0, 5, 5);\n"
     "  return __atomic_exchange_n(p, 1, 5) + __atomic_fetch_nand(p, 7, 5) + __atomic_load_n(p, "
     "5); }\n"
     "int vla(int n) { int s = 0; for (int k = 1; k < n; k++) { int a[k]; a[k - 1] = k; s += a[k - "
     "1]; }\n"
     "  return s; }\n"
     "void *m(char *d, char *s, unsigned long n) { memmove(d, s, n); memset(d, 3, n); return "
     "memcpy(d, s, 9); }\n"
     "int g[100][70000]; int far(int i, int j) { return g[i][j]; }\n"},
    {"control",
     "static int twice(int x) { return 2 * x; } int half(int x) { return x / 2; }\n"
     "int (*tab[3])(int) = {twice, half, 0};\n"
     "int ind(int i, int x) { return tab[i](x); }\n"
     "int lab(int x) { static void *t[] = {&&A, &&B}; goto *t[x]; A: return 1; B: return 2; }\n"
     "int sw(long x) { switch (x) { case -1: return 1; case 1L << 40: return 2; case 5 ... 9: "
     "return 3; }\n"
     "  return 0; }\n"
     "int un(int x) { if (x) __builtin_unreachable(); __builtin_trap(); }\n"
     "int bar(int x) { __asm__ volatile(\"\" ::: \"memory\"); __asm__(\"\" : \"+r\"(x)); return x; "
     "}\n"
     "int knr(); int callknr(void) { return knr(1, 2); } int knr(a, b) int a, b; { return a - b; "
     "}\n"
     "_Thread_local int tl = 4; int tls(void) { return tl++; }\n"},
};

static void test_groups(void **state) {
  (void)state;
  for (u32 k = 0; k < ARRAY_LEN(groups); k++)
    for (int level = 0; level <= 2; level++) {
      Module *m = compile(groups[k].source, level);
      assert_supported(m);
      module_free(m);
    }
}

/* A path stops with a reason; nothing else is lost. */
static void test_unsupported(void **state) {
  (void)state;
  Module *m =
      compile("int elsewhere(int);\n"
              "int f(int x) { if (x) return elsewhere(x); return 1; }\n"
              "int g(int x) { int y; __asm__(\"cpuid\" : \"=r\"(y) : \"0\"(x)); return y; }\n",
              0);
  const Fn *f = find_fn(m, "f"), *g = find_fn(m, "g");
  assert_int_equal(count_op(f, OP_UNSUPPORTED), 1);
  assert_int_equal(count_op(f, OP_RET), 1);
  for (u32 pc = 0; pc < f->n_code; pc++)
    if (f->code[pc].op == OP_UNSUPPORTED) {
      assert_string_equal(m->texts.at[f->code[pc].a],
                          "a call of 'elsewhere', which no given file defines");
      assert_int_equal(m->positions.at[f->positions[pc]].line, 2);
    }
  assert_int_equal(count_op(g, OP_UNSUPPORTED), 1);
  module_free(m);
}

/* ---- what nobody set ------------------------------------------------------------------------------ */

static const char uninit_code[] =
    "target triple = \"x86_64-pc-linux-gnu\"\n"
    "define i32 @plain(i1 %c) {\n"
    "  br i1 %c, label %yes, label %no\n"
    "yes:\n"
    "  br label %no\n"
    "no:\n"
    "  %x = phi i32 [ undef, %0 ], [ 3, %yes ]\n"
    "  ret i32 %x\n"
    "}\n"
    "define i32 @frozen() {\n"
    "  %x = freeze i32 poison\n"
    "  %y = add i32 %x, %x\n"
    "  ret i32 %y\n"
    "}\n"
    "define i128 @wide() {\n  ret i128 undef\n}\n"
    "define {i32, i32} @half() {\n  ret {i32, i32} {i32 1, i32 undef}\n}\n"
    "define <4 x i32> @filled(i32 %a, i32 %b) {\n"
    "  %v0 = insertelement <4 x i32> poison, i32 %a, i64 0\n"
    "  %v1 = insertelement <4 x i32> %v0, i32 %b, i64 1\n"
    "  %v2 = insertelement <4 x i32> %v1, i32 %a, i64 2\n"
    "  %v3 = insertelement <4 x i32> %v2, i32 %b, i64 3\n"
    "  ret <4 x i32> %v3\n"
    "}\n"
    "define <4 x i32> @half_filled(i32 %a, i32 %b) {\n"
    "  %v0 = insertelement <4 x i32> poison, i32 %a, i64 0\n"
    "  %v1 = insertelement <4 x i32> %v0, i32 %b, i64 3\n"
    "  ret <4 x i32> %v1\n"
    "}\n"
    "define <4 x i32> @splat(i32 %a) {\n"
    "  %v = insertelement <4 x i32> poison, i32 %a, i64 0\n"
    "  %w = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> zeroinitializer\n"
    "  ret <4 x i32> %w\n"
    "}\n"
    "define <4 x i32> @holes(<4 x i32> %v) {\n"
    "  %w = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> <i32 0, i32 5, i32 undef, i32 "
    "1>\n"
    "  ret <4 x i32> %w\n"
    "}\n"
    "define {i64, i32} @pair(i64 %a, i32 %b) {\n"
    "  %p = insertvalue {i64, i32} undef, i64 %a, 0\n"
    "  %q = insertvalue {i64, i32} %p, i32 %b, 1\n"
    "  ret {i64, i32} %q\n"
    "}\n"
    "define i32 @no_lane(<2 x i32> %v) {\n"
    "  %x = extractelement <2 x i32> %v, i64 2\n"
    "  ret i32 %x\n"
    "}\n";

static void test_uninit(void **state) {
  (void)state;
  static const struct {
    const char *name;
    u32 n_uninit;
  } rows[] = {{"plain", 1},       {"frozen", 1}, {"wide", 2},  {"half", 1}, {"filled", 0},
              {"half_filled", 2}, {"splat", 0},  {"holes", 2}, {"pair", 0}, {"no_lane", 1}};
  Program *p = program_new();
  Module *m = NULL;
  LowerOptions options = {0};
  assert_int_equal(program_read_bytes(p, "test.ll", uninit_code, sizeof uninit_code - 1), OK);
  assert_int_equal(program_prepare(p), OK);
  assert_int_equal(program_lower(p, &options, &m), OK);
  program_free(p);
  for (u32 k = 0; k < ARRAY_LEN(rows); k++) {
    u32 n = count_op(find_fn(m, rows[k].name), OP_UNINIT);
    if (n != rows[k].n_uninit) fail_msg("%s: %u", rows[k].name, n);
  }
  module_free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_branches_stay), cmocka_unit_test(test_site_positions),
      cmocka_unit_test(test_loop_code),     cmocka_unit_test(test_swap),
      cmocka_unit_test(test_cost),          cmocka_unit_test(test_groups),
      cmocka_unit_test(test_unsupported),   cmocka_unit_test(test_uninit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
