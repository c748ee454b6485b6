// Bit-fields, structs by value, unions.
// RUN: run
// EXPECT: finished 2
#include <assert.h>
#include <nadir.h>

typedef struct Bits {
  unsigned a : 3, b : 5;
  int c : 4;
} Bits;

static Bits twice(Bits x) {
  x.a = x.a * 2;
  x.c = x.c + x.c;
  return x;
}

int main(void) {
  union {
    unsigned word;
    Bits bits;
  } u;
  nadir_symbolic(&u, sizeof u, "u");
  Bits t = twice(u.bits);
  assert(t.a % 2 == 0 && t.b == u.bits.b);
  assert(t.c >= -8 && t.c <= 6);
  return u.word >> 31 ? 1 : 0;
}
