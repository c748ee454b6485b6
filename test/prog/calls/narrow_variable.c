// A variable argument that is narrower than its slot fills it with zeros, whatever an earlier call left there.
// RUN: run
// EXPECT: finished 3
#include <klee/klee.h>
#include <stdarg.h>

static long long last(int n, ...) {
  va_list list;
  long long x = 0;
  va_start(list, n);
  while (n--) x = va_arg(list, long long);
  va_end(list);
  return x;
}

static char *place(int n, ...) {
  va_list list;
  va_start(list, n);
  char *p = va_arg(list, char *);
  va_end(list);
  return p;
}

int main(void) {
  int x;
  short s;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&s, sizeof s, "s");
  last(8, -1LL, -1LL, -1LL, -1LL, -1LL, -1LL, -1LL, -1LL);
  klee_assert(!place(1, 0));
  klee_assert(last(1, -1) == 4294967295);
  if (last(2, 0, x) > 2147483647) klee_assert(x < 0);
  if (x > 0) return 0;
  klee_assert(last(8, 0, 0, 0, 0, 0, 0, 0, 5) == 5);
  klee_assert(last(3, 0, 0, s) == (unsigned)s);
  return 0;
}
