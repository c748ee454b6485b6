/* lanes.h — the value of a term for all 256 values of one input byte at once.
 *
 * A condition on one byte is a truth table of 256 bits: conjunction is AND, a
 * question is whether any bit is left.
 */
#pragma once

#include "base/map.h"
#include "expr/expr.h"
#include "expr/model.h"

typedef struct ByteSet {
  u64 word[4];
} ByteSet;

#define BYTE_SET_ALL ((ByteSet){{~0ull, ~0ull, ~0ull, ~0ull}})

static inline ByteSet byte_set_and(ByteSet a, ByteSet b) {
  for (u32 i = 0; i < 4; i++) a.word[i] &= b.word[i];
  return a;
}
static inline bool byte_set_same(ByteSet a, ByteSet b) {
  return a.word[0] == b.word[0] && a.word[1] == b.word[1] && a.word[2] == b.word[2] &&
         a.word[3] == b.word[3];
}
static inline bool byte_set_is_empty(ByteSet a) {
  return !(a.word[0] | a.word[1] | a.word[2] | a.word[3]);
}
static inline u32 byte_set_count(ByteSet a) {
  u32 n = 0;
  for (u32 i = 0; i < 4; i++) n += (u32)__builtin_popcountll(a.word[i]);
  return n;
}
static inline bool byte_set_has(ByteSet a, u32 v) { return a.word[v / 64] >> (v % 64) & 1; }

/* The next member at or after `from`; 256 when there is none. */
u32 byte_set_next(ByteSet a, u32 from);

typedef struct Lanes Lanes;

Lanes *lanes_new(void);
Lanes *lanes_free(Lanes *l);

/* How many nodes that depend on the byte a term may have: for a table that is kept, such as that of a
 * switch over all letters, and for one of the hundreds that a question about two bytes needs. */
enum { LANES_KEPT = SIZED(2048, 128), LANES_USED = 96 };

/* For which values of `cell` does e (width 1) hold, all other cells being as in
 * `others`?  False when more than `max` nodes depend on the cell, or lanes cannot do one. */
bool lanes_table(Lanes *l, Eval *ev, Expr e, u32 cell, const Model *others, u32 max, ByteSet *ret);
/* The same of a term of at most 64 bits: its 256 values. */
bool lanes_values(Lanes *l, Eval *ev, Expr e, u32 cell, const Model *others, u32 max, u64 *ret);
