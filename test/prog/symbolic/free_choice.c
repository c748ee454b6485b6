// free of a symbolic choice of pointers: one path frees what is used afterwards.
// RUN: run
// EXPECT: finished 1
// EXPECT: error 1
#include <nadir.h>
#include <stdlib.h>

int main(void) {
  int *a = malloc(4), *b = malloc(4), *both[] = {a, b};
  unsigned char i;
  nadir_symbolic(&i, sizeof i, "i");
  nadir_assume(i < 2);
  *a = *b = 1;
  free(both[i]);
  return *a; // ERROR: use-freed
}
