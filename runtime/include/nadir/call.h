/* call.h — what the main that nadir makes of --call uses: inputs on the heap, their ranges, and
 * what only the compiler knows about their types.
 *
 * It is included before the user's file, whose macros could be anything; macros below, which expand
 * behind that file, therefore use only names that begin with nadir_.  Inputs are objects of the
 * heap: there is room for large ones, and accesses outside are seen.
 */
#ifndef NADIR_CALL_H
#define NADIR_CALL_H

#include "../nadir.h"
#include "call_kinds.h"

/* The kind of the elements of type T. */
/* clang-format off */
#define nadir_call_kind(T)                                                                         \
  _Generic(*(T *)0,                                                                                \
      signed char: NADIR_CALL_SIGNED, short: NADIR_CALL_SIGNED, int: NADIR_CALL_SIGNED,            \
      long: NADIR_CALL_SIGNED, long long: NADIR_CALL_SIGNED,                                       \
      unsigned char: NADIR_CALL_UNSIGNED, unsigned short: NADIR_CALL_UNSIGNED,                     \
      unsigned: NADIR_CALL_UNSIGNED, unsigned long: NADIR_CALL_UNSIGNED,                           \
      unsigned long long: NADIR_CALL_UNSIGNED,                                                     \
      char: NADIR_CALL_CHAR, _Bool: NADIR_CALL_BOOL,                                               \
      float: NADIR_CALL_FLOAT, double: NADIR_CALL_FLOAT, long double: NADIR_CALL_FLOAT,            \
      default: NADIR_CALL_OTHER)
/* clang-format on */

/* The least and the greatest value of an integer type, as far as a long long holds them. */
#define nadir_call_is_signed(T) ((T) - 1 < (T)1)
#define nadir_call_least(T) \
  (nadir_call_is_signed(T) ? -1 - (long long)(~0ull >> (65 - 8 * sizeof(T))) : 0)
#define nadir_call_most(T)                                                        \
  (nadir_call_kind(T) == NADIR_CALL_BOOL ? 1                                      \
   : nadir_call_is_signed(T) || sizeof(T) == 8                                    \
       ? (long long)(~0ull >> (nadir_call_is_signed(T) ? 65 - 8 * sizeof(T) : 1)) \
       : (long long)(~0ull >> (64 - 8 * sizeof(T))))

/* The bound as a T; one that lies outside an integer type says nothing about it. */
#define nadir_call_bound(T, x)                                     \
  (nadir_call_kind(T) == NADIR_CALL_FLOAT ? (T)(x)                 \
   : (x) < nadir_call_least(T)            ? (T)nadir_call_least(T) \
   : (x) > nadir_call_most(T)             ? (T)nadir_call_most(T)  \
                                          : (T)(x))

/* low <= x <= high for each of the n elements.  They are compared in their own type with constants
 * of that type, which is what the solver is quickest at; `&` decides nothing.  Where T is no number
 * nadir says so, and this is silent. */
#define nadir_call_range(T, array, n, low, high)                                                  \
  do {                                                                                            \
    typedef __typeof__(__builtin_choose_expr(nadir_call_kind(T) == NADIR_CALL_OTHER, 0,           \
                                             *(T *)0)) nadir_number;                              \
    const nadir_number *nadir_array = (const void *)(array);                                      \
    const long long nadir_low = (low), nadir_high = (high);                                       \
    const nadir_number nadir_first = nadir_call_bound(nadir_number, nadir_low);                   \
    const nadir_number nadir_last = nadir_call_bound(nadir_number, nadir_high);                   \
    unsigned long nadir_i;                                                                        \
    if (nadir_call_kind(T) != NADIR_CALL_FLOAT)                                                   \
      nadir_assume((nadir_low <= nadir_call_most(nadir_number)) &                                 \
                   (nadir_high >= nadir_call_least(nadir_number)));                               \
    for (nadir_i = 0; nadir_i < (n); nadir_i++)                                                   \
      nadir_assume((nadir_array[nadir_i] >= nadir_first) & (nadir_array[nadir_i] <= nadir_last)); \
  } while (0)

/* Each element is at least the one before it. */
#define nadir_call_sorted(T, array, n)                                                  \
  do {                                                                                  \
    typedef __typeof__(__builtin_choose_expr(nadir_call_kind(T) == NADIR_CALL_OTHER, 0, \
                                             *(T *)0)) nadir_number;                    \
    const nadir_number *nadir_array = (const void *)(array);                            \
    unsigned long nadir_i;                                                              \
    for (nadir_i = 1; nadir_i < (n); nadir_i++)                                         \
      nadir_assume(nadir_array[nadir_i - 1] <= nadir_array[nadir_i]);                   \
  } while (0)

/* A _Bool is 0 or 1; other bytes in its place would be no value of it.  A float is a number or an
 * infinity, no NaN. */
#define nadir_call_valid(T, array, n)                                                         \
  do {                                                                                        \
    typedef __typeof__(__builtin_choose_expr(nadir_call_kind(T) == NADIR_CALL_FLOAT, *(T *)0, \
                                             0)) nadir_float;                                 \
    const nadir_float *nadir_floats = (const void *)(array);                                  \
    unsigned long nadir_i;                                                                    \
    if (nadir_call_kind(T) == NADIR_CALL_BOOL)                                                \
      nadir_call_bytes((const unsigned char *)(array), 0, 1, n);                              \
    if (nadir_call_kind(T) == NADIR_CALL_FLOAT && sizeof(T) <= 8)                             \
      for (nadir_i = 0; nadir_i < (n); nadir_i++)                                             \
        nadir_assume(nadir_floats[nadir_i] == nadir_floats[nadir_i]);                         \
  } while (0)

#define NADIR_CALL_FN static __attribute__((__unused__))

/* Whoever asks where an input was made is told: in the call. */
#line 1 "--call"

NADIR_CALL_FN void *nadir_call_room(unsigned long n_bytes) {
  void *at = __builtin_malloc(n_bytes);
  if (!at) __builtin_abort();
  return at;
}

/* An input of n bytes with room for more behind it. */
NADIR_CALL_FN void *nadir_call_input(unsigned long n, unsigned long more, const char *name) {
  void *at = nadir_call_room(n + more);
  nadir_symbolic(at, n, name);
  return at;
}

NADIR_CALL_FN void nadir_call_bytes(const unsigned char *at, int low, int high, unsigned long n) {
  unsigned long i;
  for (i = 0; i < n; i++) nadir_assume((at[i] >= low) & (at[i] <= high));
}

/* No byte of the n is zero. */
NADIR_CALL_FN void nadir_call_nonzero(const void *at, unsigned long n) {
  nadir_call_bytes((const unsigned char *)at, 1, 255, n);
}

/* Rows of n bytes, each with a zero behind it: char s[rows][n + 1]. */
NADIR_CALL_FN void *nadir_call_strings(const void *from, unsigned long rows, unsigned long n) {
  char *to = (char *)nadir_call_room(rows * (n + 1));
  unsigned long i;
  for (i = 0; i < rows; i++) {
    __builtin_memcpy(to + i * (n + 1), (const char *)from + i * n, n);
    to[i * (n + 1) + n] = 0;
  }
  return to;
}

/* Pointers to rows of n bytes, each an object of its own, with a zero behind it if wanted. */
NADIR_CALL_FN void *nadir_call_rows(const void *from, unsigned long rows, unsigned long n,
                                    int has_end) {
  char **to = (char **)nadir_call_room(rows * sizeof *to);
  unsigned long i;
  for (i = 0; i < rows; i++) {
    to[i] = (char *)nadir_call_room(n + (has_end != 0));
    __builtin_memcpy(to[i], (const char *)from + i * n, n);
    if (has_end) to[i][n] = 0;
  }
  return to;
}

#endif
