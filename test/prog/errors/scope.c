// Variables of a block that was left are dead, however it was left; rounds.c has those of loops.
// RUN: run
// EXPECT: finished 3
// EXPECT: error 8
// EXPECT: text in a local variable of 12 bytes
#include <nadir.h>

struct pair {
  short a, b;
};

// What is returned may lie where the result does, whichever return it is.
static struct pair result(int way) {
  if (way) {
    struct pair inner = {1, 2};
    return inner;
  }
  struct pair outer[1] = {{3, 4}};
  return outer[0];
}

int main(void) {
  unsigned char way;
  nadir_symbolic(&way, sizeof way, "way");
  int *p = &(int){1}, sum = result(way).a + result(0).b;
  { // a block
    int x[3] = {1, 2, 3};
    p = way == 1 ? x : p;
  }
  sum += *p; // ERROR: use-scope
  for (int i = 0; i < 3; i++) {
    int y[3] = {i, i, i};
    if (way == 2) p = y;
    if (way == 3 && i == 1) {
      p = y;
      goto out;
    }
    if (way == 4 && i == 1) {
      p = &i;
      break;
    }
    sum += y[0] + *p; // what is of this round lives
  }
  sum += *p; // ERROR: use-scope
out:
  sum += *p;                       // ERROR: use-scope
  if (way == 5) p = (int[]){1, 2}; // what depends on an if is a block of its own
  sum += *p;                       // ERROR: use-scope
  if (way == 6) {
    p = (int[]){1, 2};
  }
  *p = 5; // ERROR: use-scope
  switch (way) {
    int inside;
  case 7:
    inside = 3;
    p = &inside;
    sum += *p;
    break;
  case 8: inside = 4; sum += inside;
  }
  sum += *p; // ERROR: use-scope
  /* clang-format off */
  if (way == 9) sum += *({ int t = 2; int *q = &t; q; }); // ERROR: use-scope
  /* clang-format on */
  return sum > 100;
}
