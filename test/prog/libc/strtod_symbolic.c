// strtod of digits that are symbols: a number like any other.
// RUN: run
// EXPECT: finished 3
// EXPECT: assume 3
#include <nadir.h>
#include <stdlib.h>

int main(void) {
  char text[] = "-1.50";
  char *end;
  nadir_symbolic(text + 1, 1, "whole");
  nadir_symbolic(text + 3, 2, "part");
  nadir_assume(text[1] >= '0' && text[1] <= '9');
  for (int i = 3; i < 5; i++) nadir_assume(text[i] >= '0' && text[i] <= '9');
  double x = strtod(text, &end);
  if (*end || x > 0 || x <= -10) abort();
  if (x == -2.75) return 1;
  return x < -5 ? 2 : 3;
}
