// Constructors run by priority before main, a destructor after it; lines are put together.
// RUN: run --output
// EXPECT: finished 1
// EXPECT: output first second main last
#include <stdio.h>

__attribute__((constructor(200))) static void second(void) { printf("second "); }
__attribute__((constructor(101))) static void first(void) { printf("first "); }
__attribute__((destructor)) static void last(void) { printf("last\n"); }

int main(void) {
  printf("main ");
  return 0;
}
