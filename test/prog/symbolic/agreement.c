// Every operation on symbols that can have one value only gives what it gives on numbers.
// RUN: run
// EXPECT: finished 1
// EXPECT: error 0
#include <assert.h>
#include <limits.h>
#include <nadir.h>
#include <stdint.h>

static uint64_t symbol(uint64_t value) {
  uint64_t x;
  nadir_symbolic(&x, sizeof x, "x");
  nadir_assume(x == value);
  return x;
}

#define SAME(op) assert((type)(x op y) == (type)(a op b))
#define SAME_ALL(t, p, q)                                              \
  do {                                                                 \
    typedef t type;                                                    \
    type a = (type)(p), b = (type)(q);                                 \
    type x = (type)symbol((uint64_t)a), y = (type)symbol((uint64_t)b); \
    SAME(+);                                                           \
    SAME(-);                                                           \
    SAME(*);                                                           \
    SAME(/);                                                           \
    SAME(%);                                                           \
    SAME(&);                                                           \
    SAME(|);                                                           \
    SAME(^);                                                           \
    SAME(<);                                                           \
    SAME(<=);                                                          \
    SAME(==);                                                          \
    assert((type)(x >> (y & 7)) == (type)(a >> (b & 7)));              \
    assert((long)x == (long)a && (char)y == (char)b);                  \
  } while (0)

int main(void) {
  SAME_ALL(int8_t, -100, 7);
  SAME_ALL(uint8_t, 200, 77);
  SAME_ALL(int16_t, -30000, -11);
  SAME_ALL(uint16_t, 60000, 999);
  SAME_ALL(uint32_t, 4000000000u, 12345);
  SAME_ALL(int64_t, -5000000000, 123457);
  SAME_ALL(uint64_t, UINT64_MAX - 5, 10);
  return 0;
}
