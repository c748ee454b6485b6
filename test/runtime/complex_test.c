/* complex_test.c — the runtime's products and quotients of complex numbers against the compiler's own, bit by bit: on
 * numbers of any size, and on those at which a type ends or begins to lose bits. */
#include "unit/unit.h"

#include "base/rng.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define BOTH(name, type)                          \
  type _Complex name(type, type, type, type);     \
  type _Complex t_##name(type, type, type, type); \
  typedef type Part_##name;                       \
  typedef type _Complex Complex_##name
BOTH(__mulsc3, float);
BOTH(__muldc3, double);
BOTH(__mulxc3, long double);
BOTH(__divsc3, float);
BOTH(__divdc3, double);
BOTH(__divxc3, long double);

static double any_number(Rng *rng) {
  static const double edges[] = {0,           -0.0,         1,           3,           INFINITY,
                                 -INFINITY,   NAN,          DBL_MAX,     DBL_MAX / 2, DBL_MIN,
                                 DBL_MIN / 2, 5e-324,       DBL_EPSILON, FLT_MAX,     FLT_MIN,
                                 1e-300,      LDBL_EPSILON, -1e300};
  u64 bits = rng_u64(rng);
  double number;
  switch (rng_below(rng, 4)) {
  case 0:
    return edges[rng_below(rng, ARRAY_LEN(edges))];
  case 1:
    memcpy(&number, &bits, sizeof number);
    return number;
  case 2:
    return (double)(i64)bits / 1e18;
  default:
    return ldexp((double)(i64)bits, (int)rng_below(rng, 2000) - 1060);
  }
}

static bool is_same(long double a, long double b) {
  return isnan(a) ? isnan(b) : a == b && signbit(a) == signbit(b);
}

#define COMPARED(name)                                                                     \
  static void test_##name(void **state) {                                                  \
    (void)state;                                                                           \
    Rng rng = {.state = 1};                                                                \
    for (int i = 0; i < 200000; i++) {                                                     \
      Part_##name a = (Part_##name)any_number(&rng), b = (Part_##name)any_number(&rng),    \
                  c = (Part_##name)any_number(&rng), d = (Part_##name)any_number(&rng);    \
      Complex_##name ours = t_##name(a, b, c, d), theirs = name(a, b, c, d);               \
      if (!is_same(__real ours, __real theirs) || !is_same(__imag ours, __imag theirs))    \
        fail_msg("%La %La, %La %La: %La %La, not %La %La", (long double)a, (long double)b, \
                 (long double)c, (long double)d, (long double)__real ours,                 \
                 (long double)__imag ours, (long double)__real theirs,                     \
                 (long double)__imag theirs);                                              \
    }                                                                                      \
  }

COMPARED(__mulsc3)
COMPARED(__muldc3)
COMPARED(__mulxc3)
COMPARED(__divsc3)
COMPARED(__divdc3)
COMPARED(__divxc3)

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test___mulsc3), cmocka_unit_test(test___muldc3),
      cmocka_unit_test(test___mulxc3), cmocka_unit_test(test___divsc3),
      cmocka_unit_test(test___divdc3), cmocka_unit_test(test___divxc3),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
