/* heap.c — pushes onto a binary heap with the largest on top; a rising sequence
 * makes each new element rise all the way. */
#include "bench/solver/workload.h"

void workload_heap(Path *p, u32 n) {
  path_init(p, 4 * n);
  Expr *heap = mem_new(n * sizeof *heap);
  for (u32 i = 0; i < n; i++) {
    Expr x = path_int(p, i, (int)i);
    u32 at = i;
    for (; at > 0 && path_branch(p, expr_slt(heap[(at - 1) / 2], x)); at = (at - 1) / 2)
      heap[at] = heap[(at - 1) / 2];
    heap[at] = x;
  }
  mem_free(heap);
}
