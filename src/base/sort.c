/* sort.c — sorts with the C library's qsort.
 *
 * The comparison does not subtract, because a difference of two u32 does not fit into an int.
 * qsort is not called for fewer than two elements, because the array may then be NULL.
 */
#include "base/sort.h"

#include <stdlib.h>

static int compare(const void *a, const void *b) {
  u32 x = *(const u32 *)a, y = *(const u32 *)b;
  return x < y ? -1 : x > y;
}

void u32_sort(u32 *at, u32 n) {
  if (n > 1) qsort(at, n, sizeof *at, compare);
}

u32 u32_sort_once(u32 *at, u32 n) {
  u32 kept = 0;
  u32_sort(at, n);
  for (u32 i = 0; i < n; i++)
    if (!kept || at[kept - 1] != at[i]) at[kept++] = at[i];
  return kept;
}
