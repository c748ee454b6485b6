// A function that reads more variable arguments than the call has is found out, also after a call that had
// more of them, in a loop, a recursion, through a va_list and a pointer.
// RUN: run --cflags -w
// EXPECT: finished 1
// EXPECT: native differs
#include <nadir.h>
#include <stdarg.h>
#include <stdio.h>

static long sum(int n, ...) {
  long x = 0;
  va_list list;
  va_start(list, n);
  while (n--) x += va_arg(list, int); // ERROR: read-bounds
  va_end(list);
  return x;
}

static long sum_list(int n, va_list list) {
  long x = 0;
  while (n--) x += va_arg(list, long); // ERROR: read-bounds
  return x;
}

static long passed_down(int n, ...) {
  va_list list, copy;
  va_start(list, n);
  va_copy(copy, list);
  long x = sum_list(n - 1, list) + sum_list(n, copy);
  va_end(copy);
  va_end(list);
  return x;
}

static long deeper(int n, ...) {
  va_list list;
  va_start(list, n);
  long x = va_arg(list, long); // ERROR: read-bounds
  va_end(list);
  return n == 0 ? x : n == 1 ? deeper(0) : deeper(n - 1, x, x, x);
}

static double floats(int n, ...) {
  double x = 0;
  va_list list;
  va_start(list, n);
  while (n--) x += va_arg(list, double); // ERROR: read-bounds
  va_end(list);
  return x;
}

static long double wide(int n, ...) {
  long double x = 0;
  va_list list;
  va_start(list, n);
  while (n--) x += va_arg(list, long double); // ERROR: read-bounds
  va_end(list);
  return x;
}

int main(void) {
  unsigned char kind;
  nadir_symbolic(&kind, 1, "kind");
  long (*volatile through)(int n, ...) = sum;
  switch (kind) {
  case 0: sum(2, 1, 2), sum(2, 3); break;
  case 1: sum(3, 1, 2, 3), sum(1); break;
  case 2: for (int i = 0; i < 4; i++) sum(i, 1, 2), sum(4, 1, 2, 3, 4); break;
  case 3: passed_down(2, 1L, 2L, 3L), passed_down(2, 4L); break;
  case 4: deeper(3, 1L, 2L, 3L, 4L); break;
  case 5: through(3, 1, 2, 3), through(2, 1); break;
  case 6: floats(2, 1., 2.), floats(2, 3.); break;
  case 7: wide(2, 1.L, 2.L), wide(2, 3.L); break;
  case 8: printf("%d %d\n", 1, 2), printf("%d %d\n", 3); break; // ERROR: read-bounds
  case 9: fprintf(stderr, "%s\n"); break; // ERROR: read-bounds
  case 10: { char to[8]; sprintf(to, "%c%c", 'a', 'b'), sprintf(to, "%*d", 2); break; } // ERROR: read-bounds
  }
}
