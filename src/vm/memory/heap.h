/* heap.h — making and ending objects.
 *
 * Addresses are given out upwards in each region and are the same in every run.  Those of globals
 * and heap objects are never used twice on a path, and what was freed stays known as freed.
 * Nothing is kept of stack objects whose function returned.  Their addresses are not used again
 * until STACK_FRESH bytes above the bottom are used up; then the stack goes on right above what
 * lives.  So a use after return is found unless, a hundred stack objects later, that place is in
 * use again.
 */
#pragma once

#include "vm/memory/fault.h"

/* The address of a new object, 0 if the region has no room for it.  Its bytes are 0, and
 * uninitialised if that is tracked and it is on heap or stack.  `align` is a power of two; less
 * than 4096 is 4096.  Size 0 is fine: no byte may be accessed. */
u64 heap_alloc(Space *s, ObjectKind kind, u64 size, u64 align, u32 site);

/* The same of an object that has `size` bytes, a term, and `most` at most: pages cost nothing before
 * they are written, and no address depends on what the size is in the end.  What counts as memory in
 * use is what it has for sure. */
u64 heap_alloc_symbolic(Space *s, ObjectKind kind, u64 most, Expr size, u64 align, u32 site);

/* Freeing 0 is fine. */
must_use Fault heap_free(Space *s, u64 address, u32 site);

/* An object of kind GLOBAL ends; 0 is fine. */
void heap_unmap(Space *s, u64 address);

/* Of stack objects, by their first address: the block of the variable was left, and is entered again,
 * when nothing is set.  A variable that lives stays as it is. */
void heap_kill(Space *s, u64 address);
void heap_revive(Space *s, u64 address);

/* A global becomes a constant: after it was filled. */
void heap_seal(Space *s, u64 address);

/* heap_mark when a function begins (or at a stack save); heap_pop ends every stack object
 * made since. */
static inline u64 heap_mark(const Space *s) { return s->stack_end; }
void heap_pop(Space *s, u64 mark);
