// A long double of symbols is computed for each of its values where these are few: a path for each, and none is cut
// short.  Those of a free integer are not tried.
// RUN: run
// EXPECT: finished 104
// EXPECT: symbolic-float 1
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>
#include <stdlib.h>

int main(void) {
  char text[3] = {0};
  int free_number;
  nadir_symbolic(text, 2, "text");
  nadir_symbolic(&free_number, sizeof free_number, "free_number");
  if (text[0] == 'x') return (long double)free_number > 1;
  for (int i = 0; i < 2; i++)
    if (text[i] < '0' || text[i] > '9') return i;
  int number = 10 * (text[0] - '0') + (text[1] - '0');
  long double half = number;
  half /= 2;
  assert((int)(half * 2) == number && strtod(text, NULL) == number);
  return half > 20;
}
