// Atomics on symbols are what the plain operations are.
// RUN: run
// EXPECT: finished 2
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>
#include <stdatomic.h>

int main(void) {
  unsigned x;
  _Atomic unsigned a;
  nadir_symbolic(&x, sizeof x, "x");
  atomic_init(&a, x);
  assert(atomic_fetch_add(&a, 5) == x);
  assert(atomic_load(&a) == x + 5);
  atomic_fetch_xor(&a, x);
  assert(a == ((x + 5) ^ x));
  unsigned expected = 15;
  if (atomic_compare_exchange_strong(&a, &expected, 1)) assert(((x + 5) ^ x) == 15);
  else assert(expected == ((x + 5) ^ x) && expected != 15);
  return 0;
}
