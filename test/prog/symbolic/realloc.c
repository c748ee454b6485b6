// realloc and free of memory that holds symbols and was written at a symbolic index.
// RUN: run --check=leak
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>
#include <stdlib.h>

int main(void) {
  unsigned char i, x;
  char *p = malloc(8);
  for (int k = 0; k < 8; k++) p[k] = (char)k;
  nadir_symbolic(&i, sizeof i, "i");
  nadir_symbolic(&x, sizeof x, "x");
  nadir_assume(i < 4);
  nadir_assume(x < 100);
  p[i] = (char)x;
  p = realloc(p, 16);
  assert(p[i] == x && p[7] == 7);
  p = realloc(p, 4);
  assert(p[i] == x);
  p = realloc(p, x ? 4 : 5);
  assert(p[(i + 1) % 4] == (i + 1) % 4);
  free(p);
  return 0;
}
