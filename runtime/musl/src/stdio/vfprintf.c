/* vfprintf.c — musl's, but without decisions about what is only shown (port/shown.h): the arguments are
 * taken as they are in one input of the path.  (Those that a format names by their position are taken
 * before the file is looked at, and decided.)  */
#include <stdarg.h>
#include <string.h>

#include "shown.h"

static int shows; /* the file that is being written to */

static unsigned long shown(unsigned long x) { return shows ? nadir_shown(x) : x; }

static double shown_double(double x) {
  union {
    double value;
    unsigned long bits;
  } u = {x};
  u.bits = shown(u.bits);
  return u.value;
}

static long double same_long_double(long double x) { return x; }

static void *same_pointer(void *p) { return p; }

static size_t length(const char *s, size_t max) {
  return shows ? shown_length(s, max) : strnlen(s, max);
}

#undef va_arg
#define va_arg(list, type)           \
  (type) _Generic(*(type *)0,        \
      double: shown_double,          \
      long double: same_long_double, \
      void *: same_pointer,          \
      default: shown)(__builtin_va_arg(list, type))
#undef FLOCK
#define FLOCK(f) int __need_unlock = (shows = is_shown(f), (f)->lock >= 0 ? __lockfile(f) : 0)
#undef FUNLOCK
#define FUNLOCK(f) (shows = 0, __need_unlock ? __unlockfile(f) : (void)0)
/* musl looks whether a text without precision is longer than INT_MAX: of one that is only shown, that would
 * be a decision about the byte behind what is shown of it. */
#define strnlen(s, max)              \
  ({                                 \
    size_t length_ = length(s, max); \
    if (shows && p < 0) p = 0;       \
    length_;                         \
  })

#include "src/stdio/vfprintf.c"
