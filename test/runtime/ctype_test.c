/* ctype_test.c — the runtime's character classes are glibc's in the C locale. */
#include "runtime/machine.h"

#include "unit/unit.h"

#define __NO_CTYPE 1
#include <ctype.h>

__typeof__(__ctype_b_loc) t___ctype_b_loc;
__typeof__(__ctype_tolower_loc) t___ctype_tolower_loc;
__typeof__(__ctype_toupper_loc) t___ctype_toupper_loc;
int t_isalnum(int), t_isalpha(int), t_isblank(int), t_iscntrl(int), t_isdigit(int), t_isgraph(int),
    t_islower(int), t_isprint(int), t_ispunct(int), t_isspace(int), t_isupper(int), t_isxdigit(int),
    t_isascii(int), t_toascii(int), t_tolower(int), t_toupper(int);

static void test_tables(void **unused) {
  (void)unused;
  for (int c = -128; c < 256; c++) {
    assert_int_equal((*t___ctype_b_loc())[c], (*__ctype_b_loc())[c]);
    assert_int_equal((*t___ctype_tolower_loc())[c], (*__ctype_tolower_loc())[c]);
    assert_int_equal((*t___ctype_toupper_loc())[c], (*__ctype_toupper_loc())[c]);
  }
}

static void test_classes(void **unused) {
  (void)unused;
  static int (*const ours[])(int) = {t_isalnum, t_isalpha, t_isblank, t_iscntrl,
                                     t_isdigit, t_isgraph, t_islower, t_isprint,
                                     t_ispunct, t_isspace, t_isupper, t_isxdigit};
  static int (*const theirs[])(int) = {isalnum, isalpha, isblank, iscntrl, isdigit, isgraph,
                                       islower, isprint, ispunct, isspace, isupper, isxdigit};
  for (size_t f = 0; f < ARRAY_LEN(ours); f++) {
    for (int c = -1; c < 256; c++) assert_int_equal(!ours[f](c), !theirs[f](c));
    assert_int_equal(ours[f](256), 0);
    assert_int_equal(ours[f](INT32_MIN), 0);
  }
}

static void test_case(void **unused) {
  (void)unused;
  for (int c = -128; c < 400; c++) {
    assert_int_equal(t_tolower(c), tolower(c));
    assert_int_equal(t_toupper(c), toupper(c));
    assert_int_equal(!t_isascii(c), !(c >= 0 && c < 128));
    assert_int_equal(t_toascii(c), c & 127);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_tables),
      cmocka_unit_test(test_classes),
      cmocka_unit_test(test_case),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
