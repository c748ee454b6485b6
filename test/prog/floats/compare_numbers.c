// All relations between numbers that are known, of both widths, NaN and both zeros among them.
// RUN: run
// EXPECT: finished 1
// EXPECT: error 0
#include <assert.h>
#include <math.h>

enum { N = 8, NO_RANK = 100 };
static volatile double doubles[N] = {-INFINITY, -1.5, -0.0, 0.0, 5e-324, 1.5, INFINITY, NAN};
static volatile float floats[N] = {-INFINITY, -1.5f, -0.0f, 0.0f, 1e-45f, 1.5f, INFINITY, NAN};
static const int ranks[N] = {0, 1, 2, 2, 3, 4, 5, NO_RANK};

#define CHECK_ALL(x, y, r, s)                   \
  do {                                          \
    int ordered = r != NO_RANK && s != NO_RANK; \
    assert((x < y) == (ordered && r < s));      \
    assert((x <= y) == (ordered && r <= s));    \
    assert((x > y) == (ordered && r > s));      \
    assert((x >= y) == (ordered && r >= s));    \
    assert((x == y) == (ordered && r == s));    \
    assert((x != y) == !(ordered && r == s));   \
    assert(!!isunordered(x, y) == !ordered);    \
    assert(!(x < y) == !(ordered && r < s));    \
  } while (0)

int main(void) {
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++) {
      CHECK_ALL(doubles[i], doubles[k], ranks[i], ranks[k]);
      CHECK_ALL(floats[i], floats[k], ranks[i], ranks[k]);
    }
  return 0;
}
