/* complex.c — products and quotients of complex numbers, which compilers call by these names.
 *
 * The quotient is that of M. Baudin and R. Smith, "A robust complex division in Scilab" (2012), as GCC's own library
 * has it since GCC 12, to the last bit; what becomes of infinities and of NaN is Annex G of the C standard.  musl has neither.
 */
#include <float.h>
#include <stdbool.h>

/* By comparing, in the type of the number: musl takes bits apart, and a long double cannot be symbolic. */
#define IS_NAN(x) ((x) != (x))
#define SIZE(x) ((x) < 0 ? -(x) : (x))
#define IS_INFINITE(x) (SIZE(x) == __builtin_inff())
#define IS_FINITE(x) (SIZE(x) < __builtin_inff())

/* An infinite part as 1, a finite one as 0, with its sign. */
#define BOXED(x) __builtin_copysign(IS_INFINITE(x) ? 1.0 : 0.0, (double)(x))
/* A NaN as a zero of its sign. */
#define UNNAN(x) (IS_NAN(x) ? __builtin_copysign(0.0, (double)(x)) : (x))

/* (a + bi) * (c + di) where both parts came out as NaN: it is infinite if a factor or a product of parts is. */
#define PRODUCT(name, type)                                                           \
  type _Complex name(type a, type b, type c, type d) {                                \
    type ac = a * c, bd = b * d, ad = a * d, bc = b * c;                              \
    type x = ac - bd, y = ad + bc;                                                    \
    if (!IS_NAN(x) || !IS_NAN(y)) return __builtin_complex(x, y);                     \
    bool is_recovered = false;                                                        \
    if (IS_INFINITE(a) || IS_INFINITE(b)) {                                           \
      a = BOXED(a), b = BOXED(b), c = UNNAN(c), d = UNNAN(d);                         \
      is_recovered = true;                                                            \
    }                                                                                 \
    if (IS_INFINITE(c) || IS_INFINITE(d)) {                                           \
      c = BOXED(c), d = BOXED(d), a = UNNAN(a), b = UNNAN(b);                         \
      is_recovered = true;                                                            \
    }                                                                                 \
    if (!is_recovered &&                                                              \
        (IS_INFINITE(ac) || IS_INFINITE(bd) || IS_INFINITE(ad) || IS_INFINITE(bc))) { \
      a = UNNAN(a), b = UNNAN(b), c = UNNAN(c), d = UNNAN(d);                         \
      is_recovered = true;                                                            \
    }                                                                                 \
    if (!is_recovered) return __builtin_complex(x, y);                                \
    return __builtin_complex((type)__builtin_inff() * (a * c - b * d),                \
                             (type)__builtin_inff() * (a * d + b * c));               \
  }

PRODUCT(__mulsc3, float)
PRODUCT(__muldc3, double)
PRODUCT(__mulxc3, long double)

/* What Annex G has in place of a quotient that came out as NaN: an infinity if zero divides, or a finite number divides an
 * infinite one, and zero if an infinite number divides a finite one. */
#define QUOTIENT_OF_EXTREMES(type)                                                              \
  if (!IS_NAN(x) || !IS_NAN(y)) return __builtin_complex(x, y);                                 \
  if (c == 0 && d == 0 && (!IS_NAN(a) || !IS_NAN(b))) {                                         \
    x = __builtin_copysign(__builtin_inff(), (double)c) * a,                                    \
    y = __builtin_copysign(__builtin_inff(), (double)c) * b;                                    \
  } else if ((IS_INFINITE(a) || IS_INFINITE(b)) && IS_FINITE(c) && IS_FINITE(d)) {              \
    a = BOXED(a), b = BOXED(b);                                                                 \
    x = (type)__builtin_inff() * (a * c + b * d), y = (type)__builtin_inff() * (b * c - a * d); \
  } else if ((IS_INFINITE(c) || IS_INFINITE(d)) && IS_FINITE(a) && IS_FINITE(b)) {              \
    c = BOXED(c), d = BOXED(d);                                                                 \
    x = (type)0 * (a * c + b * d), y = (type)0 * (b * c - a * d);                               \
  }                                                                                             \
  return __builtin_complex(x, y)

/* In double nothing is lost, and nothing overflows. */
float _Complex __divsc3(float a, float b, float c, float d) {
  double under = (double)c * c + (double)d * d;
  float x = (float)(((double)a * c + (double)b * d) / under),
        y = (float)(((double)b * c - (double)a * d) / under);
  QUOTIENT_OF_EXTREMES(float);
}

/* The smaller part of the divisor is divided by the larger one; if that is hardly there, a part of the dividend is.  All four are first
 * multiplied with a power of two where the larger part of the divisor, or a part of the dividend, is close to the ends of what the
 * type can hold. */
#define QUOTIENT(name, type, MAX, MIN, EPSILON)                                                    \
  static type name##_scale(type a, type b, type large) {                                           \
    const type safe = MAX / 2 * EPSILON;                                                           \
    if (large >= MAX / 2) return (type)0.5;                                                        \
    if (large < EPSILON) return 1 / EPSILON;                                                       \
    bool is_lost = (a < MIN && b < safe && large < safe) || (b < MIN && a < safe && large < safe); \
    return is_lost ? 1 / EPSILON : 1;                                                              \
  }                                                                                                \
  type _Complex name(type a, type b, type c, type d) {                                             \
    const bool is_steep = SIZE(c) < SIZE(d);                                                       \
    const type k = name##_scale(SIZE(a), SIZE(b), is_steep ? SIZE(d) : SIZE(c));                   \
    a *= k, b *= k, c *= k, d *= k;                                                                \
    const type ratio = is_steep ? c / d : d / c;                                                   \
    const bool is_there = SIZE(ratio) > MIN;                                                       \
    type x, y;                                                                                     \
    if (is_steep) {                                                                                \
      x = ((is_there ? a * ratio : c * (a / d)) + b) / (c * ratio + d);                            \
      y = ((is_there ? b * ratio : c * (b / d)) - a) / (c * ratio + d);                            \
    } else {                                                                                       \
      x = (a + (is_there ? b * ratio : d * (b / c))) / (d * ratio + c);                            \
      y = (b - (is_there ? a * ratio : d * (a / c))) / (d * ratio + c);                            \
    }                                                                                              \
    QUOTIENT_OF_EXTREMES(type);                                                                    \
  }

QUOTIENT(__divdc3, double, DBL_MAX, DBL_MIN, DBL_EPSILON)
QUOTIENT(__divxc3, long double, LDBL_MAX, LDBL_MIN, LDBL_EPSILON)
