// Every function of nadir.h.
// RUN: run --size 5
// EXPECT: finished 1
// EXPECT: quiet-exit 1
// EXPECT: error 1
// EXPECT: text own words
// EXPECT: native differs
#include <assert.h>
#include <nadir.h>

int main(void) {
  unsigned long x;
  assert(nadir_size() == 5);
  nadir_symbolic(&x, sizeof x, "x");
  nadir_assume(x > 10 & x < 20);
  assert(nadir_is_symbolic(x) && !nadir_is_symbolic(3));
  nadir_cost(7);
  nadir_target();
  unsigned long shown = nadir_concrete(x);
  assert(shown > 10 && shown < 20 && nadir_is_symbolic(x));
  if (x == 11) nadir_stop(__FILE__, __LINE__, "own words"); // ERROR: reported
  if (x == 12) nadir_quiet_exit(0);
  return x == 13;
}
