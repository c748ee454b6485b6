// Variable arguments of every kind, more than fit into registers, copied and passed on.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdarg.h>
#include <stdio.h>

typedef struct Pair {
  long a, b;
} Pair;

typedef struct Big {
  char text[40];
} Big;

static double sum(const char *kinds, ...) {
  va_list list, again;
  double total = 0;
  va_start(list, kinds);
  va_copy(again, list);
  for (const char *k = kinds; *k; k++) {
    if (*k == 'i') total += va_arg(list, int);
    if (*k == 'l') total += (double)va_arg(list, long);
    if (*k == 'd') total += va_arg(list, double);
    if (*k == 's') total += va_arg(list, char *)[0];
    if (*k == 'L') total += (double)va_arg(list, long double);
    if (*k == 'p') {
      Pair p = va_arg(list, Pair);
      total += (double)(p.a - p.b);
    }
    if (*k == 'b') total += va_arg(list, Big).text[39];
  }
  if (*kinds == 'i') total += va_arg(again, int);
  va_end(again);
  va_end(list);
  return total;
}

static void say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
}

int main(void) {
  Big big = {.text[39] = 9};
  printf("%g\n", sum("iiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8));
  printf("%g\n", sum("didldddddddd", 1.5, 2, 3.5, 4L, 5., 6., 7., 8., 9., 10., 11., 12.));
  printf("%g\n", sum("pibsL", (Pair){30, 4}, 5, big, "a", 2.25L));
  printf("%g\n", sum("iiiiiLiLppd", 1, 2, 3, 4, 5, 1.5L, 6, 2.5L, (Pair){1, 2}, (Pair){3, 5}, 0.5));
  say("%d %s %g %c\n", 1, "two", 3.5, '4');
  return 0;
}
