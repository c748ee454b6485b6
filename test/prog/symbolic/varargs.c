// Symbols through variable arguments and structs by value.
// RUN: run
// EXPECT: finished 1
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>
#include <stdarg.h>

typedef struct Triple {
  long a, b, c;
} Triple;

static long sum(int n, ...) {
  va_list list;
  long total = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++) total += va_arg(list, long);
  Triple t = va_arg(list, Triple);
  va_end(list);
  return total - t.c;
}

static Triple turn(Triple t) { return (Triple){t.b, t.c, t.a}; }

int main(void) {
  Triple t;
  nadir_symbolic(&t, sizeof t, "t");
  nadir_assume((t.a > -1000) & (t.a < 1000) & (t.b > -1000) & (t.b < 1000));
  Triple u = turn(turn(t));
  assert(u.a == t.c && u.b == t.a && u.c == t.b);
  assert(sum(2, t.a, t.b, u) == t.a);
  return 0;
}
