/* object.h — reading and writing the objects of a space.
 *
 * An object is plain (pages of bytes and terms) until it is written at a symbolic offset.  Then
 * its contents are one array term, whatever its size, until all of it is filled or it dies.
 *
 * Values are little-endian.  What the target does wrong is a Fault, and then nothing is changed;
 * fault_explain says more about it.
 */
#pragma once

#include "expr/input.h"
#include "vm/memory/fault.h"

/* The object, living or freed, with this address among its bytes (or the address of an
 * object of size 0). */
bool object_find(Space *s, u64 address, Object *ret_object);
/* The same where there is one. */
static inline Object object_known(Space *s, u64 address) {
  Object o = {0};
  debug_only bool found = object_find(s, address, &o);
  assert(found);
  return o;
}

/* Objects in order of address: the first whose base is >= from, in any region. */
bool object_next(Space *s, u64 from, Object *ret_object);

/* May the target access these bytes?  Any n; 0 bytes are always fine.  Being uninitialised is
 * not looked at.  SYMBOLIC_SIZE: if the object of symbolic size has them, see object_grow. */
must_use Fault object_check(Space *s, u64 address, u64 n, bool is_write);

/* The path condition says that the object of symbolic size has these bytes. */
void object_grow(Space *s, u64 address, u64 n);

/* ---- at concrete addresses: the slow path of the tlb ----------------------- */

/* 1 to 8 bytes. */
must_use Fault object_load(Space *s, u64 address, u32 n, Word *ret_word);
must_use Fault object_store(Space *s, u64 address, u32 n, Word w);

/* ---- many bytes: the caller has asked object_check before ------------------- */

void object_copy(Space *s, u64 to, u64 from, u64 n); /* overlapping is fine */
void object_fill(Space *s, u64 to, Word byte, u64 n);
/* The same of only the first `length` of the n bytes, a term of 64 bits. */
void object_copy_some(Space *s, u64 to, u64 from, u64 n, Expr length);
void object_fill_some(Space *s, u64 to, Word byte, u64 n, Expr length);
/* Were all n bytes written, as far as that is tracked? */
bool object_set(Space *s, u64 address, u64 n);
void object_put(Space *s, u64 to, const void *bytes, u64 n);
/* False, and nothing read, if some byte is symbolic. */
bool object_get(Space *s, u64 from, void *ret_bytes, u64 n);
/* n bytes of a dense input, from its byte `first` on, as words of `unit` bytes (1, 2, 4
 * or 8: as the target will most likely read them; the rest as bytes). */
void object_put_input(Space *s, u64 to, Input in, u32 first, u32 n, u32 unit);

/* ---- at symbolic offsets ---------------------------------------------------- */

/* `address` is anywhere in a living object.  Offsets are terms of 64 bits, from the first
 * byte of the object; the caller has made sure that offset + n <= size, of an object of symbolic size the one
 * that it really has. */

/* The contents as an array of bytes with an index of 64 bits, anything past the end.
 * Cached until the object changes; making it costs time linear in the bytes that were
 * not filled at once. */
Expr object_array(Space *s, u64 address);
/* Was each of the n bytes written?  One bit.  Those of an object that was itself written at a
 * symbolic offset count as written. */
Expr object_set_at(Space *s, u64 address, Expr offset, u32 n);
void object_update(Space *s, u64 address, Expr offset, u32 n, Word w);
