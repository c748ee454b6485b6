// qsort and bsearch of the runtime with symbolic keys.
// RUN: run
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

int main(void) {
  int a[3], first;
  nadir_symbolic(a, sizeof a, "a");
  first = a[0];
  qsort(a, 3, sizeof *a, by_value);
  assert(a[0] <= a[1] && a[1] <= a[2]);
  int *found = bsearch(&first, a, 3, sizeof *a, by_value);
  assert(found && *found == first);
  return 0;
}
