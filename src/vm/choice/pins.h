/* pins.h — places in tables of pointers that many bytes choose, settled one by one.
 *
 * A hash of symbolic bytes chooses a bucket: a pointer is read from any of hundreds of places, or
 * written to one of them.  Kept as a term, all that the table is used for later depends on the hash,
 * and each of these questions is as hard as inverting it.  So the index is pinned to the value that the
 * model of the path gives it, and everything is plain again.  The other values are the other side of
 * the choice, on which it comes up again: nothing is left out, and the searcher says how many values
 * are seen.
 *
 * It comes up where a pointer that was read from such a place is used, and where one is written to it; also
 * for operands of what the machine computes with numbers only (step_float.c), if they have few values.
 * What was pinned holds for the rest of the path, also for fewer bits of the same hash.
 */
#pragma once

#include "base/shared_list.h"
#include "vm/vm_impl.h"

/* Shared by the states that were forked since. */
typedef struct Pin {
  struct Pin *parent; /* NULL: the first */
  Expr term;
  u64 value;
  u32 refs;
} Pin;

SHARED_LIST(Pin, pin, mem_free)
void pin_mark(const Pin *p);

/* For what is done with numbers only: the register becomes the value that it has on this path, if that was
 * asked for.  Else a choice comes up, or the path ends, as its bytes have too many values to try all of
 * them: false.  `what` wants it. */
bool pins_settle(Vm *vm, State *s, u32 reg, const char *what);
