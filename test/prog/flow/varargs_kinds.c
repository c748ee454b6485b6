// Variable arguments of several kinds.
// RUN: run
// EXPECT: finished 2
#include <assert.h>
#include <nadir.h>
#include <stdarg.h>

static long sum(int n, ...) {
  va_list list;
  long all = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++) all += i % 2 ? va_arg(list, long) : va_arg(list, int);
  va_end(list);
  return all;
}

int main(void) {
  int x;
  nadir_symbolic(&x, sizeof x, "x");
  long s = sum(9, 1, 2l, x, 4l, 5, 6l, 7, 8l, 9);
  assert(s == 42l + x);
  return s > 42 ? 1 : 0;
}
