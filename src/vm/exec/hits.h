/* hits.h — how often a run took each side of each jump, of frames without symbols.
 *
 * For searches that want to know not only what an input costs but where.  A site is a side of a
 * conditional jump, or a place that a switch goes to; sites are numbered through all functions of
 * the module.  Who runs the machine clears the hits between two runs, which takes as long as the
 * run had different sites.
 */
#ifndef VM_EXEC_HITS_H
#define VM_EXEC_HITS_H

#include "code/code.h"

/* Sites of one instruction: a jump that goes on, or is taken; where a switch arrives. */
enum { HITS_STAY, HITS_JUMP, HITS_ARRIVE, HITS_OF_INS };

typedef struct Hits {
  u32 *n;       /* owned; of each site */
  u32 *first;   /* owned; of each function, its first site */
  u32 *touched; /* owned; the sites that are not 0, in the order of their first hits */
  u32 n_touched, n_sites;
} Hits;

Hits *hits_new(const Module *m);
Hits *hits_free(Hits *h); /* accepts NULL, returns NULL */
void hits_clear(Hits *h);

static inline void hits_add(Hits *h, u32 site) {
  if (!h->n[site]++) h->touched[h->n_touched++] = site;
}

#endif
