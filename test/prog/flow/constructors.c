// Constructors run before main in the order of their priorities, destructors and atexit after.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdio.h>
#include <stdlib.h>

static int order;

__attribute__((constructor(300))) static void third(void) { order = order * 10 + 3; }
__attribute__((constructor(200))) static void second(void) { order = order * 10 + 2; }
__attribute__((constructor(101))) static void first(void) { order = order * 10 + 1; }
__attribute__((destructor)) static void end(void) { puts("destructor"); }
__attribute__((destructor)) static void early(void) { puts("later ones first"); }
static void last(void) { puts("atexit last"); }
static void before(void) { puts("atexit before"); }

int main(void) {
  atexit(last);
  atexit(before);
  printf("%d\n", order);
  return 0;
}
