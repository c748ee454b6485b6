// What is promised never to happen: __builtin_unreachable, a missing return of a used value.
// RUN: run
// EXPECT: finished 2
// EXPECT: error 1
// EXPECT: error unreachable 14
#include <nadir.h>

typedef enum Colour { RED, GREEN, BLUE } Colour;

static int cost(Colour c) {
  switch (c) {
  case RED: return 1;
  case GREEN: return 2;
  default: __builtin_unreachable();
  }
}

int main(void) {
  Colour c;
  nadir_symbolic(&c, sizeof c, "colour");
  nadir_assume(c <= BLUE);
  return cost(c);
}
