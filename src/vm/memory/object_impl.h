/* object_impl.h — for object*.c and heap.c only: what they share. */
#pragma once

#include "vm/memory/object.h"

/* The addresses of the pages of an object: [base, end). */
static inline u64 object_pages_end(Object o) {
  return o.base + ((MAX(o.size, 1) + PAGE_MASK) & ~(u64)PAGE_MASK);
}

/* Maps the object with all bytes 0, whatever was there before. */
void object_map(Space *s, Object o, bool is_uninit);

/* The object loses its bytes: it is an array from now on, or freed. */
void object_map_state(Space *s, Object o, PageState state, Expr array);

/* object_load and object_store of what is known to be allowed; uninitialised bytes are 0. */
Word object_peek(Space *s, u64 address, u32 n);
void object_poke(Space *s, u64 address, u32 n, Word w);

/* Were all n bytes written, as far as that is tracked? */
bool object_is_set(Space *s, u64 address, u32 n);
/* The first address from `at` on of a byte that was not written (or that was), or at least end: past
 * all that were (or were not). */
u64 object_skip(Space *s, u64 at, u64 end, bool is_set);

/* One byte of an array, and all contents with bytes replaced. */
Word array_byte(Expr array, u64 offset);
Expr array_with(Expr array, u64 offset, Word byte);

/* Bytes first .. first+n-1 of a word. */
static inline Word word_slice(Word w, u32 first, u32 n) {
  if (word_is_symbolic(w)) return word_of_expr(expr_extract(w.expr, 8 * first, 8 * n));
  return word_of(n == 8 ? w.value : w.value >> 8 * first & ((1ull << 8 * n) - 1));
}

static inline Word word_join(Word high, u32 n_high, Word low, u32 n_low) {
  if (!word_is_symbolic(high) && !word_is_symbolic(low))
    return word_of(high.value << 8 * n_low | low.value);
  return word_of_expr(expr_concat(word_expr(high, n_high), word_expr(low, n_low)));
}
