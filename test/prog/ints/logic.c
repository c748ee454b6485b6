// Conditions: short circuits run only what they need; values are 0 and 1.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdio.h>

static int calls;

static int say(int x) {
  calls = calls * 10 + x % 10 + 1;
  return x;
}

int main(void) {
  for (int a = 0; a < 2; a++)
    for (int b = 0; b < 2; b++) {
      calls = 0;
      int and = say(a) && say(b), or = say(a) || say(b);
      printf("%d %d %d %d %d\n", and, or, !a + !!b, a ? say(3) : say(4), calls);
    }
  volatile _Bool t = 17, f = 0;
  volatile double tiny = 1e-300;
  int *p = &calls;
  printf("%d %d %d %d %d\n", t, t + t, t & ~f, (_Bool)tiny, p && *p);
  t--;
  f--;
  printf("%d %d\n", t, f);
  int x = (say(1), say(2));
  printf("%d %d\n", x, x == 2 ? x > 1 ? 10 : 20 : 30);
  return 0;
}
