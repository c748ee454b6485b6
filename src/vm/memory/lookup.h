/* lookup.h — reading words from an array of bytes at a symbolic offset. */
#pragma once

#include "base/map.h"
#include "expr/expr.h"

/* Tables of words made from tables of bytes; a zeroed one is empty. */
typedef struct Lookup {
  Map tables; /* (id of the bytes, bytes per word) → id of the words */
  u32 epoch;  /* expr_epoch() of what is in it */
} Lookup;

void lookup_done(Lookup *l);

/* n bytes of the array, from the offset on, little-endian; n is 1, 2, 4 or 8. */
Expr lookup_read(Lookup *l, Expr array, Expr offset, u32 n);

/* The element number offset / n of a table of numbers; the offset is a multiple of n, a power of two. */
Expr lookup_element(Expr table, Expr offset, u32 n);
