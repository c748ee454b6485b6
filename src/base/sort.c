/* sort.c — sorting of plain numbers; see sort.h. */
#include "base/sort.h"

#include <stdlib.h>

static int compare(const void *a, const void *b) {
  u32 x = *(const u32 *)a, y = *(const u32 *)b;
  return x < y ? -1 : x > y;
}

void u32_sort(u32 *at, u32 n) {
  if (n > 1) qsort(at, n, sizeof *at, compare);
}
