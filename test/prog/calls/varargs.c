// Variable arguments of calls of every length in one function, in recursions, loops, through va_lists,
// and pointers.
// RUN: run --output --cflags -w
// EXPECT: finished 1
// NATIVE: same output
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct pair { long a; double b; };
struct large { long a[5]; };

/* i, l, d, D (long double), p (struct pair), L (struct large), s */
static void show(const char *kinds, va_list list) {
  for (; *kinds; kinds++)
    switch (*kinds) {
    case 'i': printf(" %d", va_arg(list, int)); break;
    case 'l': printf(" %ld", va_arg(list, long)); break;
    case 'd': printf(" %.2f", va_arg(list, double)); break;
    case 'D': printf(" %.1Lf", va_arg(list, long double)); break;
    case 'p': { struct pair p = va_arg(list, struct pair); printf(" {%ld %.1f}", p.a, p.b); break; }
    case 'L': { struct large l = va_arg(list, struct large); printf(" {%ld %ld}", l.a[0], l.a[4]); break; }
    case 's': printf(" %s", va_arg(list, char *)); break;
    }
}

static void say(const char *kinds, ...) {
  va_list list, copy;
  va_start(list, kinds);
  va_copy(copy, list);
  show(kinds, list);
  printf(" |");
  show(kinds, copy);
  va_end(copy);
  va_end(list);
  puts("");
}

static long down(int n, ...) {
  va_list list;
  va_start(list, n);
  long x = 0, first = n ? va_arg(list, long) : 1;
  for (int k = 1; k < n; k++) x += va_arg(list, long);
  va_end(list);
  if (n == 3) return down(2, first, x) + down(1, x) + down(0);
  if (n == 2) return down(1, first + x) * 10;
  return first + x;
}

static int twice(int n, ...) {
  va_list list;
  va_start(list, n);
  int x = va_arg(list, int);
  va_end(list);
  return n * x;
}

int main(void) {
  struct pair p = {4, .5};
  struct large l = {{1, 2, 3, 4, 5}};
  void (*volatile through)(const char *kinds, ...) = say;
  say("");
  say("i", 1);
  say("iiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8);
  say("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.);
  say("D", 1.5L);
  say("iDi", 1, 2.5L, 3);
  say("iiDsD", 1, 2, 3.5L, "x", 4.5L);
  say("pLp", p, l, p);
  say("iLDpi", 1, l, 2.5L, p, 3);
  through("slid", "a", 1L, 2, 3.);
  through("s", "b");
  for (int i = 0; i < 4; i++) i & 1 ? say("ii", i, i + 1) : say("idl", i, i + .5, 9L);
  printf("%ld %ld %d\n", down(3, 1L, 2L, 3L), down(1, down(2, 5L, down(0))), twice(3, 4));
}
