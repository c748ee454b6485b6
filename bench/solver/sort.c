/* sort.c — insertion sort of a falling sequence: every element passes all
 * before it. */
#include "bench/solver/workload.h"

void workload_sort(Path *p, u32 n) {
  path_init(p, 4 * n);
  Expr *a = mem_new(n * sizeof *a);
  for (u32 i = 0; i < n; i++) a[i] = path_int(p, i, (int)(n - i));
  for (u32 i = 1; i < n; i++) {
    Expr x = a[i];
    u32 j = i;
    for (; j > 0 && path_branch(p, expr_sgt(a[j - 1], x)); j--) a[j] = a[j - 1];
    a[j] = x;
  }
  mem_free(a);
}
