/* string_test.c — the runtime's <string.h> against the system's, on random short texts of few
 * letters, where prefixes, repetitions and equal texts are frequent. */
#define _GNU_SOURCE
#include "runtime/machine.h"

#include "unit/unit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

__typeof__(strlen) t_strlen;
__typeof__(strnlen) t_strnlen;
__typeof__(strcpy) t_strcpy;
__typeof__(stpcpy) t_stpcpy;
__typeof__(strncpy) t_strncpy;
__typeof__(stpncpy) t_stpncpy;
__typeof__(strcat) t_strcat;
__typeof__(strncat) t_strncat;
__typeof__(strdup) t_strdup;
__typeof__(strndup) t_strndup;
__typeof__(strcmp) t_strcmp;
__typeof__(strncmp) t_strncmp;
__typeof__(strcasecmp) t_strcasecmp;
__typeof__(strncasecmp) t_strncasecmp;
__typeof__(strspn) t_strspn;
__typeof__(strcspn) t_strcspn;
__typeof__(strtok_r) t_strtok_r;
__typeof__(strtok) t_strtok;
__typeof__(strsep) t_strsep;
__typeof__(memcmp) t_memcmp;
__typeof__(bcmp) t_bcmp;
__typeof__(memccpy) t_memccpy;
/* The system's headers may make macros of these, that keep const. */
char *t_strchr(const char *, int), *t_strrchr(const char *, int), *t_strchrnul(const char *, int);
char *t_index(const char *, int), *t_rindex(const char *, int);
char *t_strpbrk(const char *, const char *), *t_strstr(const char *, const char *);
char *t_strcasestr(const char *, const char *);
void *t_memchr(const void *, int, size_t), *t_memrchr(const void *, int, size_t);
void *t_rawmemchr(const void *, int), *t_memmem(const void *, size_t, const void *, size_t);

enum { ROUNDS = 20000, MAX = 9 };
static const char letters[] = "aAb\xe4";

static int sign(int x) { return (x > 0) - (x < 0); }

/* Calls check with random texts a and b, a letter c and a number n. */
static void with_texts(u64 seed, void (*check)(const char *a, const char *b, char c, size_t n)) {
  Rng r = {seed};
  for (u32 i = 0; i < ROUNDS; i++) {
    char *a = random_text(&r, letters, MAX), *b = random_text(&r, letters, i % 2 ? 3 : MAX);
    check(a, b, letters[rng_below(&r, sizeof letters)], rng_below(&r, MAX + 3));
    mem_free(a);
    mem_free(b);
  }
}

static void check_compare(const char *a, const char *b, char c, size_t n) {
  (void)c;
  assert_int_equal(t_strlen(a), strlen(a));
  assert_int_equal(t_strnlen(a, n), strnlen(a, n));
  assert_int_equal(sign(t_strcmp(a, b)), sign(strcmp(a, b)));
  assert_int_equal(sign(t_strncmp(a, b, n)), sign(strncmp(a, b, n)));
  assert_int_equal(sign(t_strcasecmp(a, b)), sign(strcasecmp(a, b)));
  assert_int_equal(sign(t_strncasecmp(a, b, n)), sign(strncasecmp(a, b, n)));
  size_t both = MIN(strlen(a), strlen(b)) + 1;
  assert_int_equal(sign(t_memcmp(a, b, both)), sign(memcmp(a, b, both)));
  assert_int_equal(!t_bcmp(a, b, both), !memcmp(a, b, both));
}

static void test_compare(void **unused) {
  (void)unused;
  with_texts(1, check_compare);
}

static void check_search(const char *a, const char *b, char c, size_t n) {
  size_t size = strlen(a) + 1;
  assert_ptr_equal(t_strchr(a, c), strchr(a, c));
  assert_ptr_equal(t_index(a, c + 256), strchr(a, c));
  assert_ptr_equal(t_strrchr(a, c), strrchr(a, c));
  assert_ptr_equal(t_rindex(a, c), strrchr(a, c));
  assert_ptr_equal(t_strchrnul(a, c), strchrnul(a, c));
  assert_ptr_equal(t_strpbrk(a, b), strpbrk(a, b));
  assert_ptr_equal(t_strstr(a, b), strstr(a, b));
  assert_ptr_equal(t_strcasestr(a, b), strcasestr(a, b));
  assert_int_equal(t_strspn(a, b), strspn(a, b));
  assert_int_equal(t_strcspn(a, b), strcspn(a, b));
  assert_ptr_equal(t_memchr(a, c, MIN(n, size)), memchr(a, c, MIN(n, size)));
  assert_ptr_equal(t_memrchr(a, c, size), memrchr(a, c, size));
  assert_ptr_equal(t_rawmemchr(a, 0), a + size - 1);
  assert_ptr_equal(t_memmem(a, size, b, strlen(b)), memmem(a, size, b, strlen(b)));
}

static void test_search(void **unused) {
  (void)unused;
  with_texts(2, check_search);
}

/* Two buffers, filled by the two functions; everything in them is compared. */
typedef struct Twins {
  char ours[64], theirs[64];
} Twins;

static Twins twins(const char *start) {
  Twins t;
  memset(&t, '#', sizeof t);
  strcpy(t.ours, start);
  strcpy(t.theirs, start);
  return t;
}

#define assert_twins(ours_at, theirs_at)                          \
  do {                                                            \
    assert_int_equal((ours_at) - t.ours, (theirs_at) - t.theirs); \
    assert_memory_equal(t.ours, t.theirs, sizeof t.ours);         \
  } while (0)

static void check_copy(const char *a, const char *b, char c, size_t n) {
  Twins t = twins(b);
  assert_twins(t_strcpy(t.ours, a), strcpy(t.theirs, a));
  t = twins(b);
  assert_twins(t_stpcpy(t.ours, a), stpcpy(t.theirs, a));
  t = twins(b);
  assert_twins(t_strncpy(t.ours, a, n), strncpy(t.theirs, a, n));
  t = twins(b);
  assert_twins(t_stpncpy(t.ours, a, n), stpncpy(t.theirs, a, n));
  t = twins(b);
  assert_twins(t_strcat(t.ours, a), strcat(t.theirs, a));
  t = twins(b);
  assert_twins(t_strncat(t.ours, a, n), strncat(t.theirs, a, n));
  t = twins(b);
  n = MIN(n, strlen(a) + 1);
  char *ours = t_memccpy(t.ours, a, c, n), *theirs = memccpy(t.theirs, a, c, n);
  assert_int_equal(!ours, !theirs);
  assert_memory_equal(t.ours, t.theirs, sizeof t.ours);
  if (ours) assert_int_equal(ours - t.ours, theirs - t.theirs);
}

static void test_copy(void **unused) {
  (void)unused;
  with_texts(3, check_copy);
}

static void check_dup(const char *a, const char *b, char c, size_t n) {
  (void)b, (void)c;
  char *ours = t_strdup(a);
  assert_string_equal(ours, a);
  free(ours);
  ours = t_strndup(a, n);
  char *theirs = strndup(a, n);
  assert_string_equal(ours, theirs);
  free(ours);
  free(theirs);
}

static void test_dup(void **unused) {
  (void)unused;
  with_texts(4, check_dup);
}

static void check_pieces(const char *a, const char *b, char c, size_t n) {
  (void)c, (void)n;
  Twins t = twins(a);
  char *rest, *their_rest, *ours = t_strtok_r(t.ours, b, &rest);
  char *theirs = strtok_r(t.theirs, b, &their_rest);
  for (; ours && theirs; ours = t_strtok_r(NULL, b, &rest), theirs = strtok_r(NULL, b, &their_rest))
    assert_twins(ours, theirs);
  assert_true(!ours && !theirs);
  t = twins(a);
  rest = t.ours, their_rest = t.theirs;
  do {
    ours = t_strsep(&rest, b), theirs = strsep(&their_rest, b);
    if (ours && theirs) assert_twins(ours, theirs);
  } while (ours && theirs);
  assert_true(!ours && !theirs);
}

static void test_pieces(void **unused) {
  (void)unused;
  with_texts(5, check_pieces);
  char text[] = ",a,,b";
  assert_string_equal(t_strtok(text, ","), "a");
  assert_string_equal(t_strtok(NULL, ","), "b");
  assert_null(t_strtok(NULL, ","));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_compare), cmocka_unit_test(test_search), cmocka_unit_test(test_copy),
      cmocka_unit_test(test_dup),     cmocka_unit_test(test_pieces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
