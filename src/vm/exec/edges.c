/* edges.c — makes and clears the table for who counts runs. */
#include "vm/exec/edges.h"

EdgeTable *edges_new(const Module *m) {
  EdgeTable *t = NEW(EdgeTable);
  u64 n = MAX(m->n_code, 1u);
  t->at = mem_new(n * sizeof *t->at);
  t->shift = (uintptr_t)t->at - (uintptr_t)m->code;
  t->n_edges = (u32)(EDGES_COUNTED * n);
  t->touched = mem_new(t->n_edges * sizeof *t->touched);
  for (u64 i = 0; i < n; i++) t->at[i].n[EDGE_ENTRY] = 1; /* not counted */
  return t;
}

EdgeTable *edges_free(EdgeTable *t) {
  if (!t) return NULL;
  mem_free(t->at);
  mem_free(t->touched);
  return mem_free(t);
}

void edges_clear(EdgeTable *t) {
  for (u32 i = 0; i < t->n_touched; i++) {
    u32 edge = t->touched[i];
    t->at[edge / EDGES_COUNTED].n[edge % EDGES_COUNTED] = 0;
  }
  t->n_touched = 0;
}
