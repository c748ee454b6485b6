/* classify.c — what glibc's <math.h> calls to tell numbers from infinities and NaNs; programs that were
 * compiled with its headers have these names, and musl has none of them. */
#include "libc.h"

#include <math.h>

/* name, name with suffix f and l: the positive infinity is 1, the negative one -1. */
#define CLASSIFY(type, suffix)                                                         \
  int __isnan##suffix(type x);                                                         \
  int __isinf##suffix(type x);                                                         \
  int __finite##suffix(type x);                                                        \
  int isnan##suffix(type x);                                                           \
  int isinf##suffix(type x);                                                           \
  int __isnan##suffix(type x) { return __fpclassify##suffix(x) == FP_NAN; }            \
  int __isinf##suffix(type x) {                                                        \
    return __fpclassify##suffix(x) != FP_INFINITE ? 0 : __signbit##suffix(x) ? -1 : 1; \
  }                                                                                    \
  int __finite##suffix(type x) {                                                       \
    int class = __fpclassify##suffix(x);                                               \
    return class != FP_NAN && class != FP_INFINITE;                                    \
  }                                                                                    \
  int(isnan##suffix)(type x) { return __isnan##suffix(x); }                            \
  int(isinf##suffix)(type x) { return __isinf##suffix(x); }

#undef isnan
#undef isinf
CLASSIFY(double, )
CLASSIFY(float, f)
CLASSIFY(long double, l)
