/* exec_test.c — programs without symbols give what they give natively. */
#include "unit/unit.h"

#include "unit/vm/machine.h"

#include <stdio.h>

static void same(const char *source) {
  int expected = native_run("", source, NULL);
  int code = machine_run(source, NULL);
  if (code != expected) fail_msg("%d, natively %d:\n%s", code, expected, source);
}

static void test_return(void **state) {
  (void)state;
  same("int main(void) { return 42; }");
  same("int main(int argc, char **argv) { return argc + (argv[1] == 0) * 10; }");
}

static void test_sieve(void **state) {
  (void)state;
  same("static char c[1000]; int main(void) { int n = 0; for (int i = 2; i < 1000; i++) {"
       " if (c[i]) continue; n++; for (int j = i; j < 1000; j += i) c[j] = 1; } return n; }");
}

static void test_recursion(void **state) {
  (void)state;
  same("int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }"
       "int main(void) { return fib(12); }");
}

static void test_widths(void **state) {
  (void)state;
  same("volatile signed char a = -100; volatile unsigned char b = 200; volatile short s = -30000;"
       "volatile long l = -5000000000; volatile unsigned u = 4000000000u;"
       "int main(void) { int h = 0; signed char x = a + b; h = h * 31 + x; h = h * 31 + a / 7;"
       " h = h * 31 + a % 7; h = h * 31 + (s >> 3); h = h * 31 + (u >> 5); h = h * 31 + (int)(l / "
       "3);"
       " h = h * 31 + (int)(l % 1000); h = h * 31 + (a < b) + 2 * (s < 0) + 4 * (u > 5);"
       " h = h * 31 + (l < s); h ^= h >> 16; h ^= h >> 8; return h & 255; }");
}

static void test_floats(void **state) {
  (void)state;
  same("#include <math.h>\n"
       "int main(void) { double s = 0; float f = 1.5f; long double l = 1; for (int i = 1; i < 50; "
       "i++)"
       " { s += 1.0 / i; f = f * 1.01f + i; l *= 1.1L; } long v = (long)(s * 1000000) ^ (long)f ^ "
       "(long)l;"
       " v += (int)(sqrt(2.0) * 1e6) + (int)(fmod(7.5, 2) * 10) + (unsigned char)(-s + 100);"
       " return (v ^ v >> 8 ^ v >> 16) & 255; }");
}

static void test_switch(void **state) {
  (void)state;
  same("int f(int x) { switch (x) { case -5: return 1; case 0: return 2; case 1: case 2: return 3;"
       " case 1000: return 4; default: return 5; } }"
       "int main(void) { int h = 0; for (int i = -10; i < 1010; i++) h = h * 3 + f(i); return h & "
       "255; }");
}

static void test_pointers(void **state) {
  (void)state;
  same("#include <stdlib.h>\n"
       "struct node { int v; struct node *next; };"
       "static int add(int a, int b) { return a + b; } static int mul(int a, int b) { return a * "
       "b; }"
       "int main(void) { struct node *head = 0; for (int i = 0; i < 20; i++) {"
       " struct node *n = malloc(sizeof *n); n->v = i; n->next = head; head = n; }"
       " int (*ops[2])(int, int) = {add, mul}; int h = 1; for (struct node *n = head; n; n = "
       "n->next)"
       " h = ops[n->v & 1](h, n->v + 1) & 0xffff; while (head) { struct node *n = head->next; "
       "free(head);"
       " head = n; } return h & 255; }");
}

static void test_structs(void **state) {
  (void)state;
  same("struct p { long a; int b; char c[20]; }; static struct p make(int i) {"
       " struct p r = {i, -i, \"hello\"}; r.c[i % 20] = 'x'; return r; }"
       "static int sum(struct p x) { int s = x.a + x.b * 3; for (int i = 0; i < 20; i++) s += "
       "x.c[i] * i;"
       " x.a = 0; return s; } int main(void) { int h = 0; for (int i = 0; i < 30; i++) { struct p "
       "q = make(i);"
       " struct p r = q; h = h * 7 + sum(r) + (int)q.a; } return h & 255; }");
}

static void test_varargs(void **state) {
  (void)state;
  same("#include <stdarg.h>\n"
       "static long sum(int n, ...) { va_list ap; va_start(ap, n); long s = 0; for (int i = 0; i < "
       "n; i++)"
       " s = s * 3 + (i % 3 == 2 ? (long)va_arg(ap, double) : i % 3 ? va_arg(ap, long) : "
       "va_arg(ap, int));"
       " va_end(ap); return s; } int main(void) { return sum(6, 1, 2L, 3.5, 4, 5L, 6.5) & 255; }");
}

static void test_wide(void **state) {
  (void)state;
  same("typedef unsigned __int128 u; int main(void) { u x = 1; __int128 y = -7; for (int i = 1; i "
       "< 60; i++)"
       " { x = x * i + (x >> 65); y = y * 3 - i; if (y < 0) x ^= (u)y / 7; } x += (u)(y % 1000003);"
       " unsigned long v = (unsigned long)(x >> 64) ^ (unsigned long)x; v ^= v >> 32; v ^= v >> 16;"
       " return (v ^ v >> 8) & 255; }");
}

static void test_bits(void **state) {
  (void)state;
  same("int main(void) { unsigned h = 0; for (unsigned i = 1; i < 100000; i = i * 3 + 1) { int o; "
       "h = h * 31 +"
       " __builtin_popcount(i) + __builtin_clz(i) * 3 + __builtin_ctzl(i) * 5 + "
       "__builtin_bswap32(i) +"
       " __builtin_mul_overflow((int)i, 70000, &o) + __builtin_add_overflow((int)i, 2147480000, "
       "&o); }"
       " h ^= h >> 16; return (h ^ h >> 8) & 255; }");
}

static void test_memory(void **state) {
  (void)state;
  same("#include <string.h>\n"
       "int main(void) { char a[5000], b[5000]; memset(a, 3, sizeof a); for (int i = 0; i < 5000; "
       "i += 7)"
       " a[i] = i; __builtin_memcpy(b, a, sizeof b); __builtin_memmove(b + 3, b, 4000); int h = 0;"
       " for (int i = 0; i < 5000; i++) h = h * 17 + b[i]; return (h ^ h >> 8 ^ h >> 16) & 255; }");
}

static void test_setjmp(void **state) {
  (void)state;
  same("#include <setjmp.h>\n"
       "static jmp_buf env; static int deep(int n) { int local[4] = {n}; if (n == 0) longjmp(env, "
       "7);"
       " return deep(n - 1) + local[0]; }"
       "int main(void) { volatile int k = 1; int r = setjmp(env); if (!r) { k = 5; deep(10); }"
       " return r * 10 + k; }");
}

static void test_constructors(void **state) {
  (void)state;
  same("static int x = 1; __attribute__((constructor)) static void c(void) { x = x * 10 + 3; }"
       "int main(void) { return x; }");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_return),    cmocka_unit_test(test_sieve),
      cmocka_unit_test(test_recursion), cmocka_unit_test(test_widths),
      cmocka_unit_test(test_floats),    cmocka_unit_test(test_switch),
      cmocka_unit_test(test_pointers),  cmocka_unit_test(test_structs),
      cmocka_unit_test(test_varargs),   cmocka_unit_test(test_wide),
      cmocka_unit_test(test_bits),      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_setjmp),    cmocka_unit_test(test_constructors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
