// Sizes of which nothing is known: what cannot be had is NULL or told as memory, never the end of nadir.
// RUN: run --max-heap 1G
// EXPECT: error write-bounds 17
// EXPECT: error null-pointer 21
// EXPECT: memory 1
// EXPECT: ledger memory
#include <nadir.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  size_t n;
  nadir_symbolic(&n, sizeof n, "n");
  char *p = malloc(n);
  if (p) {
    memset(p, 1, n);
    p[n] = 1;
    return 0;
  }
  if (n < 1ull << 62) return 1;
  *p = 1;
  return 0;
}
