/* strtod_test.c — numbers with a fraction from text, bit by bit like the system's. */
#define _GNU_SOURCE
#include "runtime/machine.h"

#include "unit/unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__typeof__(strtod) t_strtod;
__typeof__(strtof) t_strtof;
__typeof__(strtold) t_strtold;
__typeof__(atof) t_atof;
int *t___errno_location(void);

static void fail_text(const char *function, const char *s) {
  print_error("%s(\"%s\")\n", function, s);
  fail();
}

/* The payload of a nan is the system's own affair. */
#define SAME(type, function, n_bytes)                                                    \
  do {                                                                                   \
    *t___errno_location() = errno = 0;                                                   \
    type x = t_##function(s, &ours), y = function(s, &theirs);                           \
    if (ours != theirs || *t___errno_location() != errno) fail_text(#function, s);       \
    if (x == x ? memcmp(&x, &y, n_bytes) != 0 : y == y) fail_text(#function " bits", s); \
  } while (0)

static void check(const char *text) {
  char *s = exact(text), *ours, *theirs;
  SAME(double, strtod, 8);
  SAME(float, strtof, 4);
  SAME(long double, strtold, 10);
  double x = t_atof(s), y = atof(s);
  if (x == x) assert_memory_equal(&x, &y, 8);
  mem_free(s);
}

static void test_forms(void **unused) {
  (void)unused;
  static const char *const texts[] = {
      "0",
      "-0",
      "1",
      "-1.5",
      ".5",
      "5.",
      ".",
      "",
      "+",
      "-.",
      "e5",
      "1e",
      "1e+",
      "1e-",
      "1e5",
      "1E-5x",
      "  12.25abc",
      "inf",
      "-INFinity",
      "infinit",
      "nan",
      "-nan",
      "NaN(12_a)",
      "nan(",
      "nan(-)",
      "in",
      "0x",
      "0x1",
      "0x1.8",
      "0x.8p1",
      "0x1p-3",
      "0x.p1",
      "0xg",
      "-0X1.fffffffffffff8p+1",
      "0x1p",
      "1.7976931348623157e308",
      "1.7976931348623159e308",
      "1e309",
      "-1e400",
      "4.9e-324",
      "2.4e-324",
      "2.4703282292062327e-324",
      "2.4703282292062328e-324",
      "2.2250738585072014e-308",
      "2.2250738585072011e-308",
      "1e-400",
      "0e999999999999",
      "1e999999999999",
      "1e-999999999999",
      "3.4028235677973366e38",
      "3.4028234e38",
      "1e-46",
      "7.0064923216240862e-46",
      "0x1p1024",
      "0x1p-1074",
      "0x1p-1075",
      "0x1.8p-1075",
      "0x0.00000000000000000000000001p-1000",
      "9007199254740993",
      "9007199254740993.00000000000000000000000000000000000000000000000000001",
      "1e23",
      "8.5e22",
      "1.18973149535723176502e4932",
      "1.2e4932",
      "3.6e-4951",
      "1.8e-4951",
      "0x1.123456789abcdef01p3",
      "0x8000000000000000.8p0",
      "0x80000000000000008p0",
      "0x800000000000000080000000000000000001p0",
      "1_000",
      "1,5",
      "١",
      "00000000000000000000000000000000001",
      "0.00000000000000000000000000000000001",
      "123456789012345678901234567890",
      "0x.0000000000000000000000000000001p200",
      "2.2250738585072012e-308",
  };
  for (size_t i = 0; i < ARRAY_LEN(texts); i++) check(texts[i]);
}

static double random_double(Rng *r) {
  u64 bits = rng_u64(r);
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static void test_random_numbers(void **unused) {
  (void)unused;
  Rng r = {1};
  char text[1200];
  for (u32 i = 0; i < SIZED(4000, 1000); i++) {
    double x = random_double(&r);
    snprintf(text, sizeof text, "%.*e", (int)rng_below(&r, 20), x);
    check(text);
    snprintf(text, sizeof text, "%.*a", (int)rng_below(&r, 20), x);
    check(text);
    snprintf(text, sizeof text, "%d.%0*lde%d", (int)rng_below(&r, 100), 1 + (int)rng_below(&r, 9),
             (long)rng_below(&r, 1000), (int)rng_below(&r, 60) - 30);
    check(text);
  }
}

/* Exactly between two doubles, and a bit beside: the longest decisions there are. */
static void test_halves(void **unused) {
  (void)unused;
  Rng r = {2};
  static char text[3000];
  for (u32 i = 0; i < 150; i++) {
    u64 bits = i < 50 ? rng_below(&r, 1000) : rng_u64(&r) & 0x7fefffffffffffff;
    if (i >= 50 && i < 100) bits &= 0x03ffffffffffffff; /* small numbers have the most digits */
    long double x = 0, y = 0;
    double low, high;
    u64 next = bits + 1;
    memcpy(&low, &bits, 8);
    memcpy(&high, &next, 8);
    x = low, y = high;
    int n = snprintf(text, sizeof text, "%.1100Lf", (x + y) / 2);
    check(text);
    text[n] = '1';
    text[n + 1] = 0;
    check(text);
    text[n] = 0;
    while (text[n - 1] == '0') text[--n] = 0;
    if (text[n - 1] == '.') continue;
    text[n - 1]--;
    check(text);
  }
}

static void test_garbage(void **unused) {
  (void)unused;
  Rng r = {3};
  for (u32 i = 0; i < 20000; i++) {
    char *s = random_text(&r, " +-0123456789..eEpPxXinfa", 14);
    check(s);
    mem_free(s);
  }
}

static void test_fixes(void **unused) {
  (void)unused;
  machine_n_fixed = 0;
  assert_true(t_atof("12") == 12);
  assert_true(machine_n_fixed >= 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_forms),  cmocka_unit_test(test_random_numbers),
      cmocka_unit_test(test_halves), cmocka_unit_test(test_garbage),
      cmocka_unit_test(test_fixes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
