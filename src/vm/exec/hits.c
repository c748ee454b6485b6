/* hits.c — makes and clears the counters of a module's sites. */
#include "vm/exec/hits.h"

Hits *hits_new(const Module *m) {
  Hits *h = NEW(Hits);
  h->first = mem_new(MAX(m->fns.n, 1u) * sizeof *h->first);
  for (u32 i = 0; i < m->fns.n; i++) {
    h->first[i] = h->n_sites;
    h->n_sites += HITS_OF_INS * m->fns.at[i].n_code;
  }
  h->n = mem_new(MAX(h->n_sites, 1u) * sizeof *h->n);
  h->touched = mem_new(MAX(h->n_sites, 1u) * sizeof *h->touched);
  return h;
}

Hits *hits_free(Hits *h) {
  if (!h) return NULL;
  mem_free(h->n);
  mem_free(h->first);
  mem_free(h->touched);
  return mem_free(h);
}

void hits_clear(Hits *h) {
  for (u32 i = 0; i < h->n_touched; i++) h->n[h->touched[i]] = 0;
  h->n_touched = 0;
}
