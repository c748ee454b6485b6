// A pointer that may point into several objects: a path for each, and one for what is wrong.
// RUN: run
// EXPECT: finished 3
// EXPECT: error 1
#include <assert.h>
#include <nadir.h>
#include <stdlib.h>

static int global = 1;

int main(void) {
  int local = 2, *heap = malloc(sizeof *heap);
  *heap = 3;
  int *all[] = {&global, &local, heap, NULL};
  unsigned char i;
  nadir_symbolic(&i, sizeof i, "i");
  nadir_assume(i < 4);
  int *p = all[i];
  assert(*p == i + 1); // ERROR: null-pointer
  *p = 10;
  assert(global + local + *heap == 6 - (i + 1) + 10);
  return 0;
}
