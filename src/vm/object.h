/* object.h — reading and writing the objects of a space.
 *
 * An object is plain (pages of bytes and terms) until it is written at a symbolic
 * offset: then its contents are one array term, whatever its size, until all of it
 * is filled or it dies.
 *
 * Values are little-endian.  What the target does wrong is a Fault, and nothing is
 * changed then; heap_explain says more about it.
 */
#ifndef VM_OBJECT_H
#define VM_OBJECT_H

#include "expr/input.h"
#include "vm/space.h"

typedef enum Fault {
  FAULT_NONE,
  FAULT_NULL,     /* in the first 64 KiB */
  FAULT_CODE,     /* below the first global: a function */
  FAULT_UNMAPPED, /* no object is near */
  FAULT_BOUNDS,   /* outside of the nearest object, at least in part */
  FAULT_FREED,    /* a heap object after free */
  FAULT_RETURNED, /* a stack object after its function returned */
  FAULT_CONSTANT, /* writes a constant */
  FAULT_UNSET,    /* reads a byte that was never written (only where tracked) */
  FAULT_DOUBLE_FREE,
  FAULT_INVALID_FREE, /* of what is no heap object, or not of its first byte */
} Fault;

static inline Word word_of(u64 value) {
  return (Word){value, EXPR_NONE};
}
/* A CONST becomes its value. */
static inline Word word_of_expr(Expr e) {
  return expr_is_const(e) ? (Word){expr_value(e), EXPR_NONE} : (Word){0, e};
}
static inline bool word_is_symbolic(Word w) {
  return !expr_is_none(w.expr);
}
static inline Expr word_expr(Word w, u32 n_bytes) {
  return word_is_symbolic(w) ? w.expr : expr_const(8 * n_bytes, w.value);
}

/* May the target access these bytes?  Any n; 0 bytes are always fine.  Being unset is
 * not looked at. */
must_use Fault object_check(Space *s, u64 address, u64 n, bool is_write);

/* ---- at concrete addresses: the slow path of the tlb ----------------------- */

/* 1 to 8 bytes. */
must_use Fault object_load(Space *s, u64 address, u32 n, Word *ret_word);
must_use Fault object_store(Space *s, u64 address, u32 n, Word w);

/* ---- many bytes: the caller has asked object_check before ------------------- */

void object_copy(Space *s, u64 to, u64 from, u64 n); /* overlapping is fine */
void object_fill(Space *s, u64 to, Word byte, u64 n);
void object_put(Space *s, u64 to, const void *bytes, u64 n);
/* False, and nothing read, if some byte is symbolic. */
bool object_get(Space *s, u64 from, void *ret_bytes, u64 n);
/* n bytes of a dense input, from its byte `first` on, as words of `unit` bytes (1, 2, 4
 * or 8: as the target will most likely read them; the rest as bytes). */
void object_put_input(Space *s, u64 to, Input in, u32 first, u32 n, u32 unit);
/* Are the n bytes equal?  A boolean term, perhaps constant. */
Expr object_equal(Space *s, u64 a, u64 b, u64 n);

/* ---- at symbolic offsets ---------------------------------------------------- */

/* `address` is anywhere in a living object.  Offsets are terms of 64 bits, from the first
 * byte of the object; the caller has made sure that offset + n <= size. */

/* The contents as an array of bytes with an index of 64 bits, zero past the end.
 * Cached until the object changes; making it costs time linear in the size. */
Expr object_array(Space *s, u64 address);
Expr object_select(Space *s, u64 address, Expr offset, u32 n); /* 1 to 8 bytes */
void object_update(Space *s, u64 address, Expr offset, u32 n, Word w);

#endif
