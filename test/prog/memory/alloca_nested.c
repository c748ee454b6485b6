// What alloca() makes in a block of a function lives as long as the function.
// RUN: run
// EXPECT: finished 1
#include <alloca.h>
#include <string.h>

static int nested(void) {
  char *p;
  {
    int k = 3;
    {
      char *q = alloca(16);
      memset(q, k, 16);
      p = q;
    }
  }
  return p[3] + p[15];
}

static int rounds(int n) {
  char *all[4];
  for (int i = 0; i < n; i++) {
    char *one = alloca(1), *more = alloca(8 + i);
    *one = (char)i;
    more[i] = *one;
    all[i] = more;
  }
  int sum = 0;
  for (int i = 0; i < n; i++) sum += all[i][i];
  return sum;
}

int main(void) {
  { char *at_once = alloca(4); at_once[3] = 1; }
  return nested() == 6 && rounds(4) == 6 ? 0 : *(volatile int *)0;
}
