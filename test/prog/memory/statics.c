// Static locals keep their values, shadows hide outer names, flexible array members follow.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Text {
  size_t n;
  char bytes[];
} Text;

static int next(void) {
  static int calls = 10;
  return calls++;
}

static const int *table(void) {
  static int squares[5], ready;
  for (; ready < 5; ready++) squares[ready] = ready * ready;
  return squares;
}

int x = 1;

int main(void) {
  printf("%d", next());
  printf(" %d", next());
  printf(" %d\n", table()[3] + table()[4]);
  int y = x, x = 2;
  {
    int x = 3;
    y = y * 10 + x;
  }
  printf("%d %d\n", y, x);
  Text *t = malloc(sizeof *t + 6);
  t->n = 5;
  memcpy(t->bytes, "hello", 6);
  printf("%s %zu %zu\n", t->bytes, t->n, sizeof *t);
  free(t);
  static _Thread_local int local = 4;
  printf("%d\n", ++local);
  return 0;
}
