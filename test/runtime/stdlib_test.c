/* stdlib_test.c — the runtime's <stdlib.h> against the system's: integers from text in every base
 * and at every limit, sorting with the same comparisons, searching. */
#define _GNU_SOURCE
#include "runtime/machine.h"

#include "unit/unit.h"

#include <errno.h>
#include <gnu/libc-version.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

__typeof__(strtol) t_strtol, t___isoc23_strtol;
__typeof__(strtoll) t_strtoll;
__typeof__(strtoul) t_strtoul, t___isoc23_strtoul;
__typeof__(strtoull) t_strtoull;
__typeof__(strtoimax) t_strtoimax;
__typeof__(strtoumax) t_strtoumax;
__typeof__(atoi) t_atoi;
__typeof__(atol) t_atol;
__typeof__(atoll) t_atoll;
__typeof__(qsort) t_qsort;
__typeof__(qsort_r) t_qsort_r;
__typeof__(bsearch) t_bsearch;
__typeof__(rand) t_rand;
__typeof__(srand) t_srand;
__typeof__(rand_r) t_rand_r;
__typeof__(random) t_random;

/* ---- integers from text ---------------------------------------------------------------------- */

static void check_strtol(const char *text, int base) {
  char *s = exact(text), *ours, *theirs;
  bool is_base = base == 0 || (base >= 2 && base <= 36); /* else glibc leaves the end as it was */
#define SAME(function)                                                         \
  do {                                                                         \
    errno = 0;                                                                 \
    __typeof__(function(s, &ours, base)) value = t_##function(s, &ours, base); \
    int error = errno;                                                         \
    errno = 0;                                                                 \
    assert_int_equal(value, function(s, &theirs, base));                       \
    assert_ptr_equal(ours, is_base ? theirs : s);                              \
    assert_int_equal(error, ours == s ? EINVAL : errno); /* as in musl */      \
  } while (0)
  SAME(strtol);
  SAME(strtoul);
  SAME(strtoll);
  SAME(strtoull);
  SAME(strtoimax);
  SAME(strtoumax);
#undef SAME
  assert_int_equal(t_strtol(s, NULL, base), strtol(s, NULL, base));
  errno = 0;
  int as_int = t_atoi(s);
  long as_long = t_atol(s);
  long long as_long_long = t_atoll(s);
  assert_int_equal(errno, 0);
  assert_int_equal(as_int, atoi(s));
  assert_int_equal(as_long, atol(s));
  assert_int_equal(as_long_long, atoll(s));
  mem_free(s);
}

static void test_strtol_random(void **unused) {
  (void)unused;
  Rng r = {1};
  for (u32 i = 0; i < 40000; i++) {
    int base = (int)rng_below(&r, 39) - 1;
    char *s = random_text(&r, " \t\v+-0011xX79afzZ89.", 12);
    check_strtol(s, base);
    mem_free(s);
  }
}

/* A number in a base, by the schoolbook. */
static void add_number(Text *t, unsigned __int128 x, unsigned base) {
  char digits[130], *p = digits + sizeof digits;
  do {
    *--p = "0123456789abcdefghijklmnopqrstuvwxyz"[x % base];
    x /= base;
  } while (x);
  text_add_n(t, p, (size_t)(digits + sizeof digits - p));
}

static void test_strtol_limits(void **unused) {
  (void)unused;
  static const u64 limits[] = {0, INT_MAX, LONG_MAX, (u64)LONG_MAX + 1, ULONG_MAX};
  for (unsigned base = 2; base <= 36; base++) {
    for (size_t i = 0; i < ARRAY_LEN(limits); i++) {
      for (int off = -40; off <= 40; off++) {
        unsigned __int128 x = (unsigned __int128)limits[i] + (unsigned)(off + 40);
        x = x < 40 ? 0 : x - 40;
        Text t = {0};
        text_add(&t, off & 1 ? "-" : "");
        add_number(&t, x, base);
        check_strtol(text_c(&t), (int)base);
        text_add(&t, "0");
        check_strtol(text_c(&t), (int)base);
        text_free(&t);
      }
    }
  }
}

static void test_strtol_prefixes(void **unused) {
  (void)unused;
  static const char *const texts[] = {"0x",
                                      "0xg",
                                      "0X1f",
                                      "-0x10",
                                      "0b11",
                                      "08",
                                      "010",
                                      "0",
                                      "",
                                      "+",
                                      "-",
                                      "+-1",
                                      " 12",
                                      "1 2",
                                      "0x0x1",
                                      "\n\r\f\v\t 7",
                                      "0xffffffffffffffff",
                                      "0x1ffffffffffffffff"};
  static const int bases[] = {0, 2, 8, 10, 16, 36, 1, 37, -1};
  for (size_t i = 0; i < ARRAY_LEN(texts); i++)
    for (size_t k = 0; k < ARRAY_LEN(bases); k++) check_strtol(texts[i], bases[k]);
  char *end;
  static const char binary[] = "-0b101x";
  assert_int_equal(t___isoc23_strtol(binary, &end, 0), -5);
  assert_ptr_equal(end, binary + 6);
  assert_int_equal(t___isoc23_strtoul("0B11", NULL, 2), 3);
  assert_int_equal(t___isoc23_strtol("0b2", &end, 0), 0);
  assert_string_equal(end, "b2");
}

/* ---- sorting --------------------------------------------------------------------------------- */

typedef struct Item {
  int key, place;
} Item;

static int by_key(const void *a, const void *b) {
  const Item *x = a, *y = b;
  return (x->key > y->key) - (x->key < y->key);
}

static int by_key_counted(const void *a, const void *b, void *n) {
  ++*(u32 *)n;
  return by_key(a, b);
}

static void test_qsort(void **unused) {
  (void)unused;
  Rng r = {2};
  for (u32 round = 0; round < 2000; round++) {
    Item a[70];
    u32 n = (u32)rng_below(&r, ARRAY_LEN(a) + 1), n_calls = 0, lg = 0;
    for (u32 i = 0; i < n; i++) a[i] = (Item){(int)rng_below(&r, 1 + round % 90), (int)i};
    while ((1u << lg) < n) lg++;
    if (round % 2) {
      t_qsort(a, n, sizeof a[0], by_key);
    } else {
      t_qsort_r(a, n, sizeof a[0], by_key_counted, &n_calls);
    }
    assert_true(n_calls <= n * lg);
    u64 places = 0;
    for (u32 i = 0; i < n; i++) places += (u64)a[i].place;
    assert_int_equal(places, n ? (u64)n * (n - 1) / 2 : 0);
    for (u32 i = 1; i < n; i++) {
      assert_true(a[i - 1].key <= a[i].key);
      if (a[i - 1].key == a[i].key) assert_true(a[i - 1].place < a[i].place);
    }
  }
}

static int by_key_noted(const void *a, const void *b, void *notes) {
  text_addf(notes, "%d %d,", ((const Item *)a)->place, ((const Item *)b)->place);
  return by_key(a, b);
}

/* The same comparisons in the same order, on the system that the comment names. */
static void test_qsort_order(void **unused) {
  (void)unused;
  if (strcmp(gnu_get_libc_version(), "2.36") != 0) skip();
  Rng r = {4};
  for (u32 round = 0; round < 300; round++) {
    Item a[40], b[40];
    u32 n = (u32)rng_below(&r, ARRAY_LEN(a) + 1);
    Text ours = {0}, theirs = {0};
    for (u32 i = 0; i < n; i++) a[i] = b[i] = (Item){(int)rng_below(&r, 30), (int)i};
    t_qsort_r(a, n, sizeof a[0], by_key_noted, &ours);
    qsort_r(b, n, sizeof b[0], by_key_noted, &theirs);
    /* With a sanitizer, the system's tries the function on neighbours first. */
    assert_true(ours.n <= theirs.n);
    assert_string_equal(text_c(&ours), text_c(&theirs) + (theirs.n - ours.n));
    text_free(&ours);
    text_free(&theirs);
  }
}

static void test_qsort_odd_sizes(void **unused) {
  (void)unused;
  char a[] = "thequickbrownfoxjumps";
  t_qsort(a, 7, 3, (int (*)(const void *, const void *))strcmp);
  t_qsort(a, 0, 3, by_key);
  t_qsort(a, 1, 3, by_key);
  assert_int_equal(strlen(a), 21);
}

static void test_bsearch(void **unused) {
  (void)unused;
  Rng r = {3};
  for (u32 round = 0; round < 3000; round++) {
    Item a[20];
    u32 n = (u32)rng_below(&r, ARRAY_LEN(a) + 1);
    int key = 0;
    for (u32 i = 0; i < n; i++) a[i] = (Item){key += 1 + (int)rng_below(&r, 2), (int)i};
    Item what = {(int)rng_below(&r, (u64)key + 2), 0};
    Item *found = t_bsearch(&what, a, n, sizeof a[0], by_key);
    assert_ptr_equal(found, bsearch(&what, a, n, sizeof a[0], by_key));
  }
}

/* ---- the rest -------------------------------------------------------------------------------- */

static void test_random_numbers(void **unused) {
  (void)unused;
  t_srand(5);
  int first = t_rand(), second = t_rand();
  assert_int_not_equal(first, second);
  t_srand(5);
  assert_int_equal(t_rand(), first);
  unsigned seed = 9;
  u64 sum = 0;
  for (u32 i = 0; i < 10000; i++) {
    int a = t_rand(), b = t_rand_r(&seed);
    long c = t_random();
    assert_true(a >= 0 && b >= 0 && c >= 0 && c <= RAND_MAX);
    sum += (u64)a % 2;
  }
  assert_true(sum > 4700 && sum < 5300);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_strtol_random),   cmocka_unit_test(test_strtol_limits),
      cmocka_unit_test(test_strtol_prefixes), cmocka_unit_test(test_qsort),
      cmocka_unit_test(test_qsort_odd_sizes), cmocka_unit_test(test_qsort_order),
      cmocka_unit_test(test_bsearch),         cmocka_unit_test(test_random_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
