// Memory never written: a local, a part of a struct, heap after realloc; padding may be copied.
// RUN: run --unset=error
// EXPECT: finished 1
// EXPECT: error read-unset 33
// EXPECT: error read-unset 34
// EXPECT: error read-unset 36
// RUN: run --unset zero
// EXPECT: finished 4
// RUN: run
// EXPECT: finished 7
// EXPECT: warning 33
// EXPECT: warning 34
// EXPECT: warning 38
// RUN: run --unset symbolic
// EXPECT: finished 7
#include <nadir.h>
#include <stdlib.h>

typedef struct Padded {
  char c;
  int x;
} Padded;

int main(void) {
  unsigned char way;
  nadir_symbolic(&way, sizeof way, "way");
  nadir_assume(way < 4);
  Padded a, b;
  volatile int array[4];
  a.c = 1;
  array[1] = 2;
  switch (way) {
  case 1: return array[2] ? 1 : 2;
  case 2: return a.x ? 1 : 2;
  case 3: {
    int *p = realloc(calloc(1, 4), 8), x = p[0] + p[1];
    free(p);
    return x ? 1 : 2;
  }
  }
  a.x = 3;
  b = a;
  return array[1] + b.x + b.c;
}
