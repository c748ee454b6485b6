/* mixed_test.c — programs whose globals are symbolic, run along the path of their initial values,
 * give what they give natively: every instruction on terms is right where it is met here. */
#include "unit/unit.h"

#include "unit/vm/machine.h"

static void same(const char *source) {
  int expected = native_run("", source, NULL);
  int code = machine_run_mixed(source);
  if (code != expected) fail_msg("%d, natively %d:\n%s", code, expected, source);
}

#define FOLD "h ^= h >> 32; h ^= h >> 16; h ^= h >> 8; return h & 255; }"

static void test_integers(void **state) {
  (void)state;
  same("signed char a = -100; unsigned char b = 200; short s = -30000; unsigned short t = 50000;"
       "int i = -7; unsigned u = 4000000000u; long l = -5000000000; unsigned long v = "
       "0xfedcba9876543210;"
       "int main(void) { unsigned long h = 1; signed char x = a + b; h = h * 31 + x; h = h * 31 + "
       "a / 7;"
       " h = h * 31 + a % 7; h = h * 31 + (s >> 3); h = h * 31 + (u >> 5); h = h * 31 + l / 3;"
       " h = h * 31 + l % i; h = h * 31 + v / u; h = h * 31 + v % t; h = h * 31 + (u << (b & 31));"
       " h = h * 31 + (l >> (t & 63)); h = h * 31 + (v >> (t & 63)); h = h * 31 + ~(i ^ s | a & u);"
       " h = h * 31 + (short)(t * t) + (unsigned char)(b * 3) + (signed char)v; h = h * 31 - "
       "-l;" FOLD);
}

static void test_comparisons(void **state) {
  (void)state;
  same("signed char a = -100; unsigned char b = 200; short s = -30000; unsigned short t = 50000;"
       "int i = -7; unsigned u = 4000000000u; long l = -5000000000; unsigned long v = 1;"
       "int main(void) { unsigned long h = 1; if (a < s) h += 1; if (b > t) h += 2; if (i < "
       "(int)u) h += 4;"
       " if (u < i) h += 8; if (l <= i) h += 16; if (v >= l) h += 32; if (i == -7) h += 64; if (b "
       "!= 200) h += 128;"
       " h = h * 3 + (a <= b) + (s >= t) * 2 + (u > 7) * 4 + (l == v) * 8 + (!i) * 16;"
       " h = h * 5 + (a > 0 ? b : t) + (i && !v || l); while (b > 3) { b /= 3; h = h * 7 + b; "
       "}" FOLD);
}

static void test_memory(void **state) {
  (void)state;
  same("unsigned char k[8] = {3, 1, 4, 1, 5, 9, 2, 6}; int t[10]; struct { char c; long l; short "
       "s[3]; } r;"
       "int main(void) { unsigned long h = 1; for (int i = 0; i < 8; i++) t[k[i]] += i + 1;"
       " for (int i = 0; i < 10; i++) h = h * 31 + t[i]; r.c = k[2]; r.l = t[k[0]] - 1000; "
       "r.s[k[1]] = -5;"
       " char copy[sizeof r]; __builtin_memcpy(copy, &r, sizeof r); h = h * 31 + copy[8] + copy[9] "
       "* 3;"
       " __builtin_memmove(k + 1, k, 5); h = h * 31 + *(unsigned *)(k + 2); int loc[4] = {1, 2, 3, "
       "4};"
       " loc[k[0] & 3] = 77; h = h * 31 + loc[k[1] & 3] + loc[0];" FOLD);
}

static void test_calls(void **state) {
  (void)state;
  same(
      "#include <stdarg.h>\n"
      "int x = 5, y = -3; static int add(int a, int b) { return a + b; }"
      "static int sub(int a, int b) { return a - b; } int (*const ops[])(int, int) = {add, sub};"
      "struct p { long a; int b; }; static struct p make(int i) { struct p r = {i, -i}; return r; }"
      "static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }"
      "static int sum(int n, ...) { va_list ap; va_start(ap, n); int s = 0; while (n--) s += "
      "va_arg(ap, int);"
      " va_end(ap); return s; } static int pick(int i) { switch (i) { case 1: return 9; case 5: "
      "return 8;"
      " case -3: return 7; } return 0; }"
      "int main(void) { unsigned long h = ops[x & 1](x, y) + ops[1](y, x) * 7; h = h * 31 + "
      "make(x).b +"
      " make(y).a; h = h * 31 + fib(x); h = h * 31 + sum(3, x, y, x * y) + pick(x) * 3 + "
      "pick(y);" FOLD);
}

static void test_wide(void **state) {
  (void)state;
  same("unsigned __int128 x = 1; __int128 y = -7; int n = 9;"
       "int main(void) { for (int i = 1; i < 5; i++) { x = x * (i + n) + (x >> 65); y = y * 3 - i;"
       " x ^= (unsigned __int128)y / 7; if (y < 0) x += 3; if (x > y) x -= 1; } x += y % 1000003; "
       "y <<= n;"
       " unsigned long h = (unsigned long)(x >> 64) ^ (unsigned long)x ^ (unsigned long)(y >> "
       "3);" FOLD);
}

static void test_bits(void **state) {
  (void)state;
  same("unsigned i = 0x12345; unsigned long l = 0x8000f00; int big = 2147480000; short s = -3;"
       "int main(void) { int o; unsigned long h = __builtin_popcount(i) + __builtin_clz(i) * 3 +"
       " __builtin_ctzl(l) * 5 + __builtin_bswap32(i) + __builtin_mul_overflow(big, 7, &o) * 11; h "
       "= h * 31 + o;"
       " h = h * 31 + __builtin_add_overflow(big, (int)i, &o); h = h * 31 + o + __builtin_abs(s) +"
       " __builtin_bitreverse16(s) + __builtin_rotateleft32(i, 7);" FOLD);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_integers), cmocka_unit_test(test_comparisons),
      cmocka_unit_test(test_memory),   cmocka_unit_test(test_calls),
      cmocka_unit_test(test_wide),     cmocka_unit_test(test_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
