/* print.h — a fingerprint: what a part of a state is, in a few words. */
#ifndef VM_PRINT_H
#define VM_PRINT_H

#include "base/hash.h"
#include "solver/cells.h"

typedef struct Fingerprint {
  Hash128 hash; /* of the contents, terms by their handles: until terms are swept */
  u64 cells;    /* cells (bytes of inputs) that its terms read: bit c % 64 for cell c */
} Fingerprint;

static inline u64 cells_mask(Cells *cells, Expr e) {
  u32 n;
  u64 mask = 0;
  const u32 *at = cells_of(cells, e, &n);
  for (u32 i = 0; i < n; i++) mask |= 1ull << at[i] % 64;
  return n ? mask : ~0ull; /* of an array without cells: anything */
}

static inline void print_add(Fingerprint *p, u64 x) {
  hash128_add(&p->hash, x);
}
static inline void print_add_term(Fingerprint *p, Expr e, Cells *cells) {
  hash128_add(&p->hash, e.id);
  if (!expr_is_none(e)) p->cells |= cells_mask(cells, e);
}
static inline void print_join(Fingerprint *p, Fingerprint part) {
  hash128_add(&p->hash, part.hash.a);
  hash128_add(&p->hash, part.hash.b);
  p->cells |= part.cells;
}

#endif
