// An element of a vector that is not there; one that a symbol chooses is that element, and only it is written.
// RUN: run --cflags -w
// EXPECT: finished 6
#include <assert.h>
#include <nadir.h>

typedef int four __attribute__((vector_size(16)));
typedef unsigned char many __attribute__((vector_size(32)));

int main(void) {
  unsigned char kind, i;
  nadir_symbolic(&kind, 1, "kind");
  nadir_symbolic(&i, 1, "i");
  four v = {1, 2, 3, 4};
  many m = {0, 9};
  int minus = -1, sum = 0;
  switch (kind) {
  case 0: sum = v[4]; break; // ERROR: read-bounds
  case 1: v[7] = 1; break; // ERROR: write-bounds
  case 2: sum = v[minus]; break; // ERROR: read-bounds
  case 3: sum = v[i]; break; // ERROR: read-bounds
  case 4: m[i] = 1; break; // ERROR: write-bounds
  default:
    v[i & 3] = 7;
    m[i & 31] ^= m[(i + 1) & 31];
    for (int k = 0; k < 4; k++) sum += v[k] - (k == (i & 3) ? 6 - k : 0);
    assert(sum == 10 && v[i & 3] == 7 && v[(i + 1) & 3] == ((i + 1) & 3) + 1);
  }
  return 0;
}
