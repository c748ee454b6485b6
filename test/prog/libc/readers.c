// A small evaluator of expressions: parsing, recursion and printing together.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const char *at;

static long sum(void);

static long atom(void) {
  while (isspace((unsigned char)*at)) at++;
  if (*at == '-') {
    at++;
    return -atom();
  }
  if (*at == '(') {
    at++;
    long x = sum();
    if (*at == ')') at++;
    return x;
  }
  char *end;
  long x = strtol(at, &end, 0);
  at = end;
  return x;
}

static long product(void) {
  long x = atom();
  for (;;) {
    while (*at == ' ') at++;
    if (*at == '*') at++, x *= atom();
    else if (*at == '/') at++, x /= atom();
    else return x;
  }
}

static long sum(void) {
  long x = product();
  for (;;) {
    if (*at == '+') at++, x += product();
    else if (*at == '-') at++, x -= product();
    else return x;
  }
}

int main(void) {
  const char *const texts[] = {"1+2*3", "(1+2)*3 - -4", "0x10 * 010", "100/7/2-1", "((((5))))"};
  for (unsigned i = 0; i < 5; i++) {
    at = texts[i];
    printf("%s = %ld\n", texts[i], sum());
  }
  return 0;
}
