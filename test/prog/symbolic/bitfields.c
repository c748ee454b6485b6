// Symbolic bit-fields wrap at their own width and leave their neighbours alone.
// RUN: run
// EXPECT: error 1
#include <assert.h>
#include <nadir.h>

typedef struct Flags {
  unsigned kind : 3, size : 6;
  int delta : 7;
} Flags;

int main(void) {
  Flags f, old;
  nadir_symbolic(&f, sizeof f, "f");
  old = f;
  f.size += 5;
  assert(f.kind == old.kind && f.delta == old.delta);
  assert(f.size == ((old.size + 5) & 63));
  f.delta = -f.delta;
  assert(f.delta != old.delta || old.delta == 0); // ERROR: assert
  return 0;
}
